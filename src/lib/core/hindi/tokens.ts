/** What the catalogue says of its ten tokens. A company's own texts stay as it wrote them. */
export const TOKENS = {
  'Four corners, one market.': 'चार कोने, एक बाज़ार।',
  'Maspera (MASP) before its launch: buy in rupees, follow every order and see your stock in one place.':
    'लॉन्च से पहले Maspera (MASP): रुपये में खरीदें, हर ऑर्डर पर नज़र रखें और अपना स्टॉक एक ही जगह देखें।',
  'Planted early, grown together.': 'पहले बोया, साथ बढ़ाया।',
  'Naturecoin (NTCN) before its launch: buy in rupees, follow every order and see your stock grow.':
    'लॉन्च से पहले Naturecoin (NTCN): रुपये में खरीदें, हर ऑर्डर पर नज़र रखें और अपना स्टॉक बढ़ते देखें।',
  'A shade that everyone shares.': 'एक छाया, जो सबकी है।',
  'Peepalcoin (PPCN) before its launch: buy in rupees by UPI or bank and keep each receipt.':
    'लॉन्च से पहले Peepalcoin (PPCN): UPI या बैंक से रुपये में खरीदें और हर रसीद अपने पास रखें।',
  'Every summit starts at base camp.': 'हर शिखर की शुरुआत बेस कैंप से होती है।',
  'Shikhar (SHIK) before its launch: a clear price, a clear fee and a record of every step.':
    'लॉन्च से पहले Shikhar (SHIK): साफ़ कीमत, साफ़ शुल्क और हर कदम का रिकॉर्ड।',
  'Be there before the wave.': 'लहर आने से पहले वहां पहुंचें।',
  'Acewave (ACW) before its launch: buy in rupees, send the proof, watch the approval.':
    'लॉन्च से पहले Acewave (ACW): रुपये में खरीदें, प्रमाण भेजें और स्वीकृति देखें।',
  'Own COWL before it launches.': 'लॉन्च से पहले COWL अपनाएं।',
  'Cowl (COWL) before its launch: buy in rupees by UPI or bank, follow every order and see your stock in one place.':
    'लॉन्च से पहले Cowl (COWL): UPI या बैंक से रुपये में खरीदें, हर ऑर्डर पर नज़र रखें और अपना स्टॉक एक ही जगह देखें।',
  'Up with the first light.': 'पहली किरण के साथ आगे।',
  'Risegain (RSGN) before its launch: a fair price for early members and a record of every entry.':
    'लॉन्च से पहले Risegain (RSGN): शुरुआती सदस्यों के लिए उचित कीमत और हर एंट्री का रिकॉर्ड।',
  'Cut with care, held with trust.': 'सावधानी से तराशा, भरोसे से संभाला।',
  'Golconda (GLC) before its launch: buy in rupees, with every stock entry in a signed public log.':
    'लॉन्च से पहले Golconda (GLC): रुपये में खरीदें; स्टॉक की हर एंट्री हस्ताक्षर वाले सार्वजनिक लॉग में।',
  'One step ahead of what is next.': 'आने वाले कल से एक कदम आगे।',
  'Nextora (NXT) before its launch: quick to buy in rupees, easy to follow, open about its supply.':
    'लॉन्च से पहले Nextora (NXT): रुपये में जल्दी खरीदें, आसानी से नज़र रखें; आपूर्ति सबके सामने।',
  'A small world with a wide orbit.': 'छोटी दुनिया, बड़ी परिक्रमा।',
  'Galaxia (GLXY) before its launch: buy in rupees, bring friends, see the whole supply at a glance.':
    'लॉन्च से पहले Galaxia (GLXY): रुपये में खरीदें, दोस्तों को लाएं और पूरी आपूर्ति एक नज़र में देखें।',
  '{name} ({symbol}) is offered before its launch by the company named in the order. Token prices can fall as well as rise. Please buy only what you can afford to hold.':
    '{name} ({symbol}) को लॉन्च से पहले वह कंपनी प्रस्तुत करती है जिसका नाम ऑर्डर में है। टोकन की कीमत बढ़ भी सकती है और घट भी सकती है। कृपया उतना ही खरीदें जितना आप रख सकें।',

  // The parts of the supply
  'Public Cell': 'पब्लिक सेल',
  'Referral Programme': 'रेफ़रल कार्यक्रम',
  'Angel Investor': 'एंजेल निवेशक',
  'Founder Team': 'संस्थापक टीम',
  Airdrop: 'एयरड्रॉप',
} as const;
