export const PUBLIC = {
  'About the token': 'टोकन के बारे में',
  Token: 'टोकन',
  'Price today': 'आज की कीमत',
  'Total supply': 'कुल आपूर्ति',
  Decimals: 'दशमलव स्थान',
  'Contract address': 'कॉन्ट्रैक्ट का पता',
  'Not deployed yet': 'अभी जारी नहीं हुआ',
  'How the supply is distributed': 'आपूर्ति का बंटवारा',
  Risks: 'जोखिम',
  'The tokens are locked until the launch: before it you cannot send, sell or use them.':
    'टोकन लॉन्च तक लॉक रहते हैं: उससे पहले आप उन्हें न भेज सकते हैं, न बेच सकते हैं, न इस्तेमाल कर सकते हैं।',
  'The day of the launch can change.': 'लॉन्च की तारीख बदल सकती है।',
  'The price of this sale can change from one day to the next.': 'इस बिक्री की कीमत किसी भी दिन बदल सकती है।',
  'Tokens are credited only after our team has approved your payment, and only while enough are left.':
    'टोकन तभी जमा होते हैं जब हमारी टीम आपका भुगतान स्वीकृत कर दे, और तभी जब पर्याप्त टोकन बचे हों।',
  'Questions and answers': 'सवाल और जवाब',
  'What do I get?': 'मुझे क्या मिलता है?',
  'Whole {symbol} tokens: your order amount divided by the price, rounded down. They are credited to your stock on this site, each credit as an entry of the public ledger. At the launch they go to the wallet address that you enter in your profile.':
    'पूरे {symbol} टोकन: आपके ऑर्डर की राशि को कीमत से भाग देकर, नीचे की पूर्ण संख्या तक। वे इस साइट पर आपके स्टॉक में जमा होते हैं, और हर जमा सार्वजनिक लेजर की एक एंट्री है। लॉन्च पर वे उस वॉलेट पते पर जाते हैं जो आप अपनी प्रोफ़ाइल में दर्ज करते हैं।',
  'When do I get them?': 'टोकन कब मिलते हैं?',
  'They are in your stock once our team has approved your payment, usually within a day. They unlock at the launch, whose day has not been set yet.':
    'हमारी टीम के आपका भुगतान स्वीकृत करते ही, आमतौर पर एक दिन में, वे आपके स्टॉक में होते हैं। वे लॉन्च पर अनलॉक होंगे, जिसकी तारीख अभी तय नहीं हुई है।',
  'They are in your stock once our team has approved your payment, usually within a day. They unlock at the launch, planned for {day}.':
    'हमारी टीम के आपका भुगतान स्वीकृत करते ही, आमतौर पर एक दिन में, वे आपके स्टॉक में होते हैं। वे लॉन्च पर अनलॉक होंगे, जिसकी तय तारीख {day} है।',
  'How do I pay?': 'भुगतान कैसे करूं?',
  'In rupees: by UPI or bank transfer where the payment screen offers them, or as arranged with our team. You pay in the app of your bank and then send us the number of the payment and a screenshot. Platform fees of {percent} are added to the order amount.':
    'रुपये में: UPI या बैंक ट्रांसफ़र से, अगर पेमेंट स्क्रीन पर उपलब्ध हो, या जैसा हमारी टीम से तय हो। आप अपने बैंक के ऐप में भुगतान करते हैं और फिर हमें भुगतान का नंबर और स्क्रीनशॉट भेजते हैं। ऑर्डर की राशि में {percent} प्लेटफ़ॉर्म शुल्क जुड़ता है।',
  'What if my payment is rejected?': 'अगर मेरा भुगतान अस्वीकार हो जाए तो?',
  'You get a mail, and your payment history shows the reason if our team gave one. No tokens are credited. If you have paid, correct the order and send it again; you need not pay again.':
    'आपको ईमेल मिलता है, और अगर हमारी टीम ने कारण बताया है तो वह आपकी पेमेंट हिस्ट्री में दिखता है। कोई टोकन जमा नहीं होता। अगर आपने भुगतान किया है, तो ऑर्डर ठीक करके फिर से भेजें; दोबारा भुगतान करने की ज़रूरत नहीं है।',
  'Can I get my money back?': 'क्या मुझे पैसे वापस मिल सकते हैं?',
  'You cannot cancel an order or return tokens on this site yourself. If our team reverses an approved payment, or you paid more than the order, it can pay the money back to an account that you enter here.':
    'आप इस साइट पर खुद ऑर्डर रद्द नहीं कर सकते और टोकन वापस नहीं कर सकते। अगर हमारी टीम किसी स्वीकृत भुगतान को वापस लेती है, या आपने ऑर्डर से ज़्यादा भुगतान किया है, तो वह पैसे उस खाते में लौटा सकती है जो आप यहां दर्ज करते हैं।',
  'Who runs this sale?': 'यह बिक्री कौन चलाता है?',
  '{company}. Its address, email and phone are in our privacy policy.':
    '{company}। इसका पता, ईमेल और फ़ोन हमारी गोपनीयता नीति में हैं।',
  'How is my data stored?': 'मेरा डेटा कैसे रखा जाता है?',
  'Of your password we store a hash, and of an Aadhaar number the last four digits and a keyed hash. We do not sell your data. In your profile you can download it and ask for its deletion. More is in our {policy}.':
    'आपके पासवर्ड का केवल हैश रखा जाता है, और आधार नंबर के केवल आखिरी चार अंक और एक कुंजी वाला हैश। हम आपका डेटा नहीं बेचते। अपनी प्रोफ़ाइल में आप उसे डाउनलोड कर सकते हैं और मिटाने का अनुरोध कर सकते हैं। और जानकारी हमारी {policy} में है।',
  'Follow {name}': '{name} को फ़ॉलो करें',
  'The public ledger: every {symbol} credited, sealed so that nobody can change it unseen':
    'सार्वजनिक लेजर: जमा हुआ हर {symbol}, ऐसे सील किया गया कि कोई उसे चुपके से बदल न सके',
  'Every {symbol} that {name} credits or takes back is one entry in a ledger. Anybody can check with this page that no entry was changed or removed. What is in the entries, and whose they are, stays private.':
    '{name} जो भी {symbol} जमा करता या वापस लेता है, वह लेजर में एक एंट्री है। इस पेज से कोई भी जांच सकता है कि कोई एंट्री बदली या हटाई नहीं गई। एंट्री में क्या है और वह किसकी है, यह निजी रहता है।',
  'Newest checkpoint': 'सबसे नया चेकपॉइंट',
  Entries: 'एंट्री',
  Signed: 'हस्ताक्षर',
  'Waiting entries': 'बाकी एंट्री',
  'No entry waits': 'कोई एंट्री बाकी नहीं',
  '{count} for the next checkpoint': 'अगले चेकपॉइंट के लिए {count}',
  Root: 'रूट',
  'The first checkpoint is being signed. Please reload this page in a few seconds.':
    'पहले चेकपॉइंट पर हस्ताक्षर हो रहे हैं। कृपया कुछ सेकंड में यह पेज फिर से खोलें।',
  Witnesses: 'साक्षी',
  'Others watch that every checkpoint continues the one before, and sign what they have seen. So nobody can be shown another ledger than the rest.':
    'दूसरे लोग देखते हैं कि हर चेकपॉइंट पिछले को आगे बढ़ाता है, और जो देखा उस पर हस्ताक्षर करते हैं। इसलिए किसी को बाकी सबसे अलग लेजर नहीं दिखाया जा सकता।',
  '{count} entries': '{count} एंट्री',
  'The checkpoint with their signatures': 'उनके हस्ताक्षरों वाला चेकपॉइंट',
  'What a checkpoint is': 'चेकपॉइंट क्या है',
  'A checkpoint is a signed summary of the whole ledger. Its root is one number computed from all entries: if any entry is changed, removed or put in another place, the root is a different one. New entries get into the next checkpoint within about a second. With an old checkpoint anybody can prove that the history before it is still the same.':
    'चेकपॉइंट पूरे लेजर का हस्ताक्षर किया हुआ सार है। उसका रूट सभी एंट्री से निकाली गई एक संख्या है: कोई एंट्री बदली, हटाई या दूसरी जगह रखी जाए, तो रूट अलग होगा। नई एंट्री लगभग एक सेकंड में अगले चेकपॉइंट में आ जाती हैं। पुराने चेकपॉइंट से कोई भी साबित कर सकता है कि उससे पहले का इतिहास वैसा ही है।',
  'Check your own stock': 'अपना स्टॉक जांचें',
  'Log in, open ‘My Stock’ on your dashboard and press ‘Download proof’. The file lists all your entries and their sum.':
    'लॉग इन करें, अपने डैशबोर्ड पर ‘मेरा स्टॉक’ खोलें और ‘प्रमाण डाउनलोड करें’ दबाएं। फ़ाइल में आपकी सभी एंट्री और उनका जोड़ है।',
  'Open {page} and choose the file. It says what you own, or exactly what is wrong. The file stays on your device.':
    '{page} खोलें और फ़ाइल चुनें। वह बताता है कि आपके पास क्या है, या ठीक-ठीक क्या गलत है। फ़ाइल आपके डिवाइस पर ही रहती है।',
  'the page that checks proofs': 'प्रमाण जांचने का पेज',
  'Keep the file, and {save}: together they work without a network and without this site.':
    'फ़ाइल संभालकर रखें और {save}: दोनों मिलकर इंटरनेट और इस साइट के बिना भी काम करते हैं।',
  'save the page': 'पेज सहेजें',
  'Public key': 'सार्वजनिक कुंजी',
  'Checkpoints and proofs are signed. Compare this key with a copy from an earlier day, or from somebody else: it changes only when the company announces it.':
    'चेकपॉइंट और प्रमाण पर हस्ताक्षर होते हैं। इस कुंजी को किसी पुराने दिन की या किसी और की कॉपी से मिलाएं: यह तभी बदलती है जब कंपनी इसकी घोषणा करती है।',
  'For auditors': 'ऑडिटर के लिए',
  'The ledger is a Merkle tree of RFC 6962. Checkpoints, tiles and proofs have the open formats of C2SP: {formats}. Tools for Go’s checksum database read them.':
    'लेजर RFC 6962 का मर्कल ट्री है। चेकपॉइंट, टाइल और प्रमाण C2SP के खुले फ़ॉर्मेट में हैं: {formats}। Go के चेकसम डेटाबेस के टूल इन्हें पढ़ सकते हैं।',
  'The newest checkpoint, to keep': 'सबसे नया चेकपॉइंट, संभालकर रखने के लिए',
  'The keys': 'कुंजियां',
  'The hashes of the tree, 256 in a tile': 'ट्री के हैश, एक टाइल में 256',
  'The proof that a later ledger continues an earlier one (RFC 9162)':
    'यह प्रमाण कि बाद का लेजर पहले वाले को ही आगे बढ़ाता है (RFC 9162)',
  'Check a member’s proof, with the program and without a database': 'सदस्य का प्रमाण जांचना, प्रोग्राम से और बिना डेटाबेस के',
  'Check the whole ledger against a checkpoint that you kept, on the company’s server':
    'पूरे लेजर को अपने रखे हुए चेकपॉइंट से मिलाना, कंपनी के सर्वर पर',
  'A backup was restored. Entries from after it are not in the ledger, unless they were made again.':
    'एक बैकअप वापस लाया गया। उसके बाद की एंट्री लेजर में नहीं हैं, जब तक वे फिर से न की गई हों।',
  'The operator confirmed that the ledger was set back. It goes on under a new key.':
    'ऑपरेटर ने पुष्टि की कि लेजर पीछे की स्थिति में लाया गया। वह नई कुंजी के साथ आगे चलता है।',
  'The company began to move to another server.': 'कंपनी का दूसरे सर्वर पर जाना शुरू हुआ।',
  'The company arrived on another server. The ledger goes on under a new key.':
    'कंपनी दूसरे सर्वर पर पहुंच गई। लेजर नई कुंजी के साथ आगे चलता है।',
  'The move was undone. The ledger goes on under a new key.':
    'दूसरे सर्वर पर जाना रद्द किया गया। लेजर नई कुंजी के साथ आगे चलता है।',
  'The database of this site was restored or set back. New entries wait for their checkpoint until the operator has confirmed this.':
    'इस साइट का डेटाबेस बैकअप से या पीछे की स्थिति में लाया गया है। ऑपरेटर की पुष्टि तक नई एंट्री अपने चेकपॉइंट का इंतज़ार करती हैं।',
  'What happened to the ledger': 'लेजर के साथ क्या हुआ',
  'Each of these is an entry of the ledger itself and cannot be removed from it.':
    'इनमें से हर एक लेजर की अपनी एंट्री है और उससे हटाई नहीं जा सकती।',
  'Keys that have ended': 'समाप्त हो चुकी कुंजियां',
  'Nothing that they sign later counts. Each new key is named in a note that the key before it signed.':
    'इनसे बाद में किए गए हस्ताक्षर मान्य नहीं हैं। हर नई कुंजी का नाम एक नोट में है, जिस पर पिछली कुंजी के हस्ताक्षर हैं।',
  'Ended {day}, last known checkpoint: {count} entries': '{day} को समाप्त, आखिरी ज्ञात चेकपॉइंट: {count} एंट्री',
  'The notes with which a key followed another': 'वे नोट जिनसे एक कुंजी के बाद दूसरी आई',
} as const;
