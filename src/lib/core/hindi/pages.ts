export const PAGES = {
  'More pages': 'और पेज',
  'Skip to content': 'सीधे मुख्य भाग पर जाएं',
  'You are offline. What you typed stays here; send it once you are connected again.':
    'आप ऑफ़लाइन हैं। जो आपने लिखा है, वह यहीं रहेगा; इंटरनेट आने पर उसे भेजें।',
  'Change the theme': 'थीम बदलें',
  'About {name}': '{name} के बारे में',
  'Public ledger': 'सार्वजनिक लेजर',
  'Privacy policy': 'गोपनीयता नीति',
  'How the {symbol} supply is distributed': '{symbol} की कुल आपूर्ति का बंटवारा',
  'Please turn on JavaScript in your browser: without it this form cannot be sent.':
    'कृपया अपने ब्राउज़र में JavaScript चालू करें: इसके बिना यह फ़ॉर्म नहीं भेजा जा सकता।',
  'Please turn on JavaScript in your browser: without it only the first page is shown, and no details.':
    'कृपया अपने ब्राउज़र में JavaScript चालू करें: इसके बिना केवल पहला पेज दिखता है, और विवरण नहीं खुलते।',
  'Price of one {symbol}': 'एक {symbol} की कीमत',
  'Left in this sale': 'इस बिक्री में बाकी',
  'All sold or reserved': 'सब बिक चुके या आरक्षित हैं',
  'Offered by': 'प्रस्तुतकर्ता',
  'How it works': 'यह कैसे काम करता है',
  'Create an account with your email.': 'अपने ईमेल से खाता बनाएं।',
  'Choose an amount and pay by UPI or bank.': 'राशि चुनें और UPI या बैंक से भुगतान करें।',
  'Send the proof. We check it and credit your {symbol}.': 'भुगतान का प्रमाण भेजें। हम जांच करके आपके {symbol} जमा कर देते हैं।',
  '{price} for one {symbol}, offered by {company}.': 'एक {symbol} की कीमत {price}, प्रस्तुतकर्ता {company}।',
  Login: 'लॉग इन',
  'Buy {symbol}': '{symbol} खरीदें',
  'Buy {symbol} before its launch': 'लॉन्च से पहले {symbol} खरीदें',
  '{quantity} left.': '{quantity} बाकी हैं।',
  Register: 'पंजीकरण',
  'Create your account': 'अपना खाता बनाएं',
  'Two short steps. Keep your email open.': 'बस दो छोटे चरण। अपना ईमेल खुला रखें।',
  'Forgot Password': 'पासवर्ड भूल गए',
  'Set a new one with a code that we mail to you.': 'हम आपको ईमेल से कोड भेजेंगे, उससे नया पासवर्ड सेट करें।',

  // Behind the sign-in
  'Pre-launch program': 'प्री-लॉन्च कार्यक्रम',
  Dashboard: 'डैशबोर्ड',
  'Buy Token': 'टोकन खरीदें',
  'Payment History': 'पेमेंट हिस्ट्री',
  Profile: 'प्रोफ़ाइल',
  Sidebar: 'साइडबार',
  Main: 'मुख्य',
  'Dark theme': 'गहरी थीम',
  'Light theme': 'हल्की थीम',
  Logout: 'लॉग आउट',
  Notice: 'सूचना',
  'All times are India Standard Time.': 'सभी समय भारतीय मानक समय में हैं।',
  'Questions? Write to or call our team:': 'कोई सवाल? हमारी टीम को लिखें या कॉल करें:',
  'Choose an amount to see what it buys.': 'राशि चुनें और देखें कि कितने टोकन मिलेंगे।',
  Refunds: 'रिफ़ंड',
  'My Profile': 'मेरी प्रोफ़ाइल',
  'Your details, your password and your data.': 'आपकी जानकारी, आपका पासवर्ड और आपका डेटा।',
  Waiting: 'जांच बाकी',
  'Personal details': 'निजी जानकारी',
  'Our team verifies these details. Please keep your phone number up to date.':
    'हमारी टीम इस जानकारी की जांच करती है। कृपया अपना फ़ोन नंबर सही रखें।',
  'A change signs you out on all other devices, and we send you a mail about it.':
    'बदलने पर आप बाकी सभी डिवाइस से लॉग आउट हो जाते हैं और हम आपको इसका ईमेल भेजते हैं।',
  'Not your device? Sign out everywhere else and change your password.':
    'यह आपका डिवाइस नहीं है? बाकी सब जगह से लॉग आउट करें और अपना पासवर्ड बदलें।',
  Mails: 'ईमेल',
  'What comes besides the mails about your account.': 'आपके खाते के ईमेल के अलावा जो आता है।',
  'Your data': 'आपका डेटा',
  'It is yours: take a copy along, or ask us to delete it.': 'यह आपका है: इसकी कॉपी लें, या हमसे इसे मिटाने को कहें।',
  'Money of your orders that we pay back to you.': 'आपके ऑर्डर का पैसा, जो हम आपको वापस करते हैं।',
  'Every payment that you have submitted, and its status.': 'आपके भेजे सभी पेमेंट और उनकी स्थिति।',
  'Your stock and that of all members.': 'आपका और सभी सदस्यों का स्टॉक।',
  'Your wallet address': 'आपका वॉलेट पता',
  'To receive your tokens at the launch, please enter your wallet address.':
    'लॉन्च पर अपने टोकन पाने के लिए कृपया अपना वॉलेट पता दर्ज करें।',
  'To receive your tokens at the launch, please enter your wallet address by {day}.':
    'लॉन्च पर अपने टोकन पाने के लिए कृपया {day} तक अपना वॉलेट पता दर्ज करें।',
  'Enter your wallet address': 'अपना वॉलेट पता दर्ज करें',
  'The launch': 'लॉन्च',
  'The sale has ended. Stock and wallet addresses are locked for the launch.':
    'बिक्री समाप्त हो गई है। लॉन्च के लिए स्टॉक और वॉलेट पते लॉक हैं।',
  'Your refund': 'आपका रिफ़ंड',
  'Your refunds': 'आपके रिफ़ंड',
  'See your refund': 'अपना रिफ़ंड देखें',
  'Tell us where to send it': 'बताएं कि इसे कहां भेजें',
  'We are paying back {amount} for order {order}.': 'हम ऑर्डर {order} के {amount} वापस कर रहे हैं।',
  'Your refund of {amount} for order {order} is under way.': 'ऑर्डर {order} का आपका {amount} का रिफ़ंड भेजा जा रहा है।',

  // Errors
  'Page not found': 'पेज नहीं मिला',
  'Check the address for a typo.': 'पता जांचें, शायद उसमें कोई गलती है।',
  'Go to home page': 'होम पेज पर जाएं',
  'Something went wrong': 'कुछ गड़बड़ हो गई',
  'Something went wrong on our side': 'हमारी ओर से कुछ गड़बड़ हो गई',
  'Nothing that was confirmed to you is lost. Please try again in a moment.':
    'जिसकी पुष्टि आपको मिल चुकी है, वह सब सुरक्षित है। कृपया थोड़ी देर में फिर कोशिश करें।',
  'If it happens again, send us this number: {number}': 'अगर ऐसा फिर हो, तो हमें यह नंबर भेजें: {number}',
  'One moment': 'एक क्षण',
  'One moment, please': 'कृपया एक क्षण रुकें',
  'This page tries again automatically.': 'यह पेज अपने आप फिर कोशिश करेगा।',
  'No connection': 'इंटरनेट नहीं है',
  Offline: 'ऑफ़लाइन',
  '{name} could not be reached. Please check your internet connection, then try again.':
    '{name} तक पहुंच नहीं हो पाई। कृपया अपना इंटरनेट जांचें, फिर कोशिश करें।',
  'Nothing that was confirmed to you is lost.': 'जिसकी पुष्टि आपको मिल चुकी है, वह सब सुरक्षित है।',

  // Security
  Security: 'सुरक्षा',
  'Second factor': 'दूसरा चरण',
  'Second factor and passkeys': 'दूसरा चरण और पासकी',
  'A second step when you log in, so that a stolen password alone opens nothing.':
    'लॉग इन का दूसरा चरण, ताकि केवल चोरी हुए पासवर्ड से कुछ न खुले।',
  'Optional: a second step when you log in. We mail you when something changes here.':
    'आपकी इच्छा पर: लॉग इन का दूसरा चरण। यहां कुछ बदलने पर हम आपको ईमेल भेजते हैं।',
  'After your password, a sign-in asks for one of these, so that a stolen password alone opens nothing.':
    'पासवर्ड के बाद लॉग इन इनमें से एक मांगता है, ताकि केवल चोरी हुए पासवर्ड से कुछ न खुले।',
  'A passkey logs you in with your fingerprint, face or the PIN of your device, without your password. Add one on each device that you use.':
    'पासकी से आप बिना पासवर्ड के, अपनी उंगली, चेहरे या डिवाइस के PIN से लॉग इन करते हैं। जिस-जिस डिवाइस का उपयोग करते हैं, हर एक पर जोड़ें।',
  'Passkeys: {count}': 'पासकी: {count}',
  Off: 'बंद',
  Manage: 'संभालें',
  'Set up': 'सेट करें',
} as const;
