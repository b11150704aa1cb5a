export const SECURITY = {
  'Authenticator app': 'ऑथेंटिकेटर ऐप',
  On: 'चालू',
  'Add an app': 'ऐप जोड़ें',
  'Remove the app': 'ऐप हटाएं',
  'A code of six digits from an app on your phone, at each sign-in.': 'हर लॉग इन पर आपके फ़ोन के ऐप से छह अंकों का कोड।',
  'Added {day}. Each sign-in asks for its code.': '{day} को जोड़ा गया। हर लॉग इन पर इसका कोड मांगा जाता है।',
  'Recovery codes': 'रिकवरी कोड',
  'Make codes': 'कोड बनाएं',
  'Make new codes': 'नए कोड बनाएं',
  'For the day when your phone or passkey is gone. Each works once.':
    'उस दिन के लिए जब आपका फ़ोन या पासकी न हो। हर कोड एक बार काम करता है।',
  'Add an app or a passkey first. Then make recovery codes for the day when it is gone.':
    'पहले ऐप या पासकी जोड़ें। फिर उस दिन के लिए रिकवरी कोड बनाएं जब वह न हो।',
  None: 'कोई नहीं',
  '{count} left': '{count} बाकी',

  // The dialogs of the app and of the codes
  'One moment...': 'एक पल...',
  'Add an authenticator app': 'ऑथेंटिकेटर ऐप जोड़ें',
  'Scan this with an authenticator app, such as Google Authenticator, Microsoft Authenticator or your password manager.':
    'इसे किसी ऑथेंटिकेटर ऐप से स्कैन करें, जैसे Google Authenticator, Microsoft Authenticator या आपका पासवर्ड मैनेजर।',
  'QR code for the authenticator app': 'ऑथेंटिकेटर ऐप के लिए QR कोड',
  'On this phone? Copy this key into the app:': 'ऐप इसी फ़ोन पर है? यह कुंजी ऐप में कॉपी करें:',
  key: 'कुंजी',
  'Remove the authenticator app?': 'ऑथेंटिकेटर ऐप हटाएं?',
  Remove: 'हटाएं',
  'Sign-ins do not ask for its code any more. Without a passkey your recovery codes stop working too.':
    'लॉग इन पर इसका कोड नहीं मांगा जाएगा। पासकी न हो तो आपके रिकवरी कोड भी काम नहीं करेंगे।',
  'Please type one of the ten codes above.': 'कृपया ऊपर के दस कोड में से एक लिखें।',
  'Print these codes or store them in your password manager. They are shown this once. Each works once in place of your second factor.':
    'ये कोड छाप लें या अपने पासवर्ड मैनेजर में रखें। ये केवल अभी दिखाए जा रहे हैं। हर कोड आपके दूसरे चरण की जगह एक बार काम करता है।',
  Codes: 'कोड',
  'all codes': 'सभी कोड',
  'Type one of them': 'इनमें से एक लिखें',
  'They work after that. It stays unused.': 'इसके बाद ये काम करते हैं। लिखा हुआ कोड भी बाकी रहता है।',

  // Passkeys
  Passkeys: 'पासकी',
  'No passkey yet.': 'अभी कोई पासकी नहीं है।',
  'With one you log in without your password.': 'इससे आप बिना पासवर्ड के लॉग इन करते हैं।',
  'With one you log in without a code by mail.': 'इससे आप ईमेल के कोड के बिना लॉग इन करते हैं।',
  'Add a passkey': 'पासकी जोड़ें',
  'You have {count} passkeys, the maximum.': 'आपके पास {count} पासकी हैं, इससे ज़्यादा नहीं हो सकतीं।',
  'added {day}': '{day} को जोड़ी गई',
  'not used yet': 'अभी उपयोग नहीं हुई',
  'last used {day}': 'पिछली बार {day} को उपयोग हुई',
  'Works only at {host}, an earlier address of this site.': 'यह केवल {host} पर काम करती है, जो इस साइट का पुराना पता है।',
  'Rename: {name}': 'नाम बदलें: {name}',
  'Remove: {name}': 'हटाएं: {name}',
  'Passkeys work only at {origin}. Please open the site there.': 'पासकी केवल {origin} पर काम करती हैं। कृपया साइट वहां खोलें।',
  'Passkeys need a host name. This site is reached by its IP address.':
    'पासकी के लिए साइट का नाम चाहिए। यह साइट IP पते से खुली है।',
  'Passkeys need a secure connection. This site is reached without https.':
    'पासकी के लिए सुरक्षित कनेक्शन चाहिए। यह साइट https के बिना खुली है।',
  'Please enter a name for the passkey.': 'कृपया पासकी के लिए नाम लिखें।',
  Continue: 'आगे बढ़ें',
  'Your browser asks where to save the passkey: on this device, your phone or a security key. It unlocks with your fingerprint, face or PIN.':
    'आपका ब्राउज़र पूछेगा कि पासकी कहां सहेजें: इस डिवाइस पर, आपके फ़ोन पर या सिक्योरिटी कुंजी पर। यह आपके फ़िंगरप्रिंट, चेहरे या PIN से खुलती है।',
  'To tell your passkeys apart.': 'ताकि आप अपनी पासकी पहचान सकें।',
  'Rename the passkey': 'पासकी का नाम बदलें',
  Save: 'सहेजें',
  'Remove this passkey?': 'यह पासकी हटाएं?',
  '{name} does not log you in any more. Your device may still list it: remove it there too.':
    '{name} से अब लॉग इन नहीं होगा। यह आपके डिवाइस की सूची में रह सकती है: इसे वहां से भी हटाएं।',

  // When no answer came
  'Failed to add the authenticator app': 'ऑथेंटिकेटर ऐप नहीं जोड़ा जा सका',
  'Failed to remove the authenticator app': 'ऑथेंटिकेटर ऐप नहीं हटाया जा सका',
  'Failed to make recovery codes': 'रिकवरी कोड नहीं बन सके',
  'Failed to confirm the recovery codes': 'रिकवरी कोड की पुष्टि नहीं हो सकी',
  'Failed to fetch your passkeys': 'आपकी पासकी नहीं मिल सकीं',
  'Failed to add the passkey': 'पासकी नहीं जोड़ी जा सकी',
  'Failed to rename the passkey': 'पासकी का नाम नहीं बदला जा सका',
  'Failed to remove the passkey': 'पासकी नहीं हटाई जा सकी',
} as const;
