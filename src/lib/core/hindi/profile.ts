export const PROFILE = {
  'Choose a new password': 'नया पासवर्ड चुनें',
  'Keep my email address': 'मेरा ईमेल पता वही रखें',
  'Your account has your earlier email address again. All sessions have ended.':
    'आपके अकाउंट में फिर आपका पहले वाला ईमेल पता है। सभी जगह से लॉग आउट हो गया है।',
  'Our team has changed the email address of your account. If you did not ask for this, take it back: your account gets this address again, everybody is logged out, and you set a new password.':
    'हमारी टीम ने आपके अकाउंट का ईमेल पता बदला है। अगर आपने यह नहीं कहा था, तो इसे वापस लें: आपके अकाउंट में फिर यही पता होगा, सभी लॉग आउट हो जाएंगे और आप नया पासवर्ड सेट करेंगे।',
  'Change picture': 'तस्वीर बदलें',
  'Add picture': 'तस्वीर जोड़ें',
  'Profile picture': 'प्रोफ़ाइल तस्वीर',
  Undo: 'वापस लें',
  'Sending the profile picture': 'प्रोफ़ाइल तस्वीर भेजी जा रही है',
  'Preview. Save to keep it.': 'यह झलक है। रखने के लिए सहेजें।',
  'JPG, PNG, WebP or GIF, up to 5 MB.': 'JPG, PNG, WebP या GIF, 5 MB तक।',
  'Please choose a picture: JPG, PNG, WebP or GIF.': 'कृपया तस्वीर चुनें: JPG, PNG, WebP या GIF।',
  'Profile picture upload failed.': 'प्रोफ़ाइल तस्वीर अपलोड नहीं हो सकी।',
  'Your email can’t be changed.': 'आपका ईमेल बदला नहीं जा सकता।',
  Phone: 'फ़ोन',
  'Aadhaar number': 'आधार नंबर',
  'Only the last four digits are stored.': 'केवल आखिरी चार अंक रखे जाते हैं।',
  'Your member ID. It stays the same.': 'आपकी सदस्य ID। यह नहीं बदलती।',
  'Wallet address': 'वॉलेट पता',
  'An EVM address of your own, where the tokens go at launch. Paste it; do not type it.':
    'आपका अपना EVM पता, जिस पर लॉन्च के समय टोकन जाएंगे। इसे पेस्ट करें, हाथ से न लिखें।',
  'Save Changes': 'बदलाव सहेजें',
  'Your current password is incorrect.': 'आपका मौजूदा पासवर्ड गलत है।',
  'Please enter the Aadhaar number.': 'कृपया आधार नंबर लिखें।',
  'Please enter a valid 12-digit Aadhaar number.': 'कृपया 12 अंकों का सही आधार नंबर लिखें।',
  'This looks like a private key. Never type it anywhere, and never give it to anyone. The address of your wallet has 40 characters after 0x.':
    'यह प्राइवेट की जैसा लगता है। इसे कहीं न लिखें और किसी को न दें। आपके वॉलेट के पते में 0x के बाद 40 अक्षर होते हैं।',
  'This looks like a recovery phrase. Never type it anywhere, and never give it to anyone. The address of your wallet is 0x and 40 characters.':
    'यह रिकवरी फ़्रेज़ जैसा लगता है। इसे कहीं न लिखें और किसी को न दें। आपके वॉलेट का पता 0x और 40 अक्षरों का होता है।',
  'Please enter a wallet address.': 'कृपया वॉलेट पता लिखें।',
  'Please enter a valid wallet address: 0x and 40 characters of 0-9 and a-f.':
    'कृपया सही वॉलेट पता लिखें: 0x और 0-9 तथा a-f के 40 अक्षर।',
  'Failed to update profile': 'प्रोफ़ाइल नहीं बदली जा सकी',
  'Profile updated successfully': 'प्रोफ़ाइल बदल दी गई है',

  // Password
  'Please enter the new password once more.': 'कृपया नया पासवर्ड एक बार फिर लिखें।',
  '8 to 128 characters, and not a common one.': '8 से 128 अक्षर, और कोई आम पासवर्ड नहीं।',
  'Changing...': 'बदला जा रहा है...',
  'Change password': 'पासवर्ड बदलें',

  // Sessions
  'Where you are signed in': 'आप कहां लॉग इन हैं',
  'Signing out...': 'लॉग आउट हो रहा है...',
  'Sign out everywhere else': 'बाकी सब जगह से लॉग आउट करें',
  'You are signed in on this device only.': 'आप केवल इसी डिवाइस पर लॉग इन हैं।',
  administration: 'प्रशासन',
  'signed in {time}': '{time} से लॉग इन',
  'Sign out': 'लॉग आउट करें',
  'Sign out: {device}, {ip}': 'लॉग आउट करें: {device}, {ip}',
  'last seen {time}': 'पिछली बार {time}',
  'Unknown device': 'अनजान डिवाइस',
  '{browser} on {system}': '{system} पर {browser}',
  'This device': 'यह डिवाइस',
  'Failed to fetch your sessions': 'आपके लॉग इन की सूची नहीं मिल सकी',
  'Failed to sign out the device': 'डिवाइस लॉग आउट नहीं हो सका',
  'Failed to sign out the other devices': 'बाकी डिवाइस लॉग आउट नहीं हो सके',
  'You are signed out everywhere else.': 'आप बाकी सब जगह से लॉग आउट हो गए हैं।',

  // Mails
  'Announcements and reminders by mail': 'ईमेल से घोषणाएं और याद दिलाने वाले संदेश',
  'Mails about your account, your orders and questions about them always come. Announcements are under the bell too.':
    'आपके खाते, ऑर्डर और उनसे जुड़े सवालों के ईमेल हमेशा आते हैं। घोषणाएं घंटी के नीचे भी दिखती हैं।',
  'Failed to save your mail settings': 'ईमेल की सेटिंग सहेजी नहीं जा सकी',
  'Mail settings saved': 'ईमेल की सेटिंग सहेज दी गई है',

  // The member's own data
  'Your data has been saved as a file.': 'आपका डेटा फ़ाइल में सहेज दिया गया है।',
  'Download my data': 'मेरा डेटा डाउनलोड करें',
  'Everything that we store about you, as a JSON file: profile, purchases, stock, sessions and what was done with your account. See also our {policy}.':
    'हमारे पास आपके बारे में जो कुछ है, JSON फ़ाइल में: प्रोफ़ाइल, खरीद, स्टॉक, लॉग इन और आपके खाते में हुए काम। हमारी {policy} भी देखें।',
  'Collecting...': 'इकट्ठा किया जा रहा है...',
  'Delete my account': 'मेरा खाता मिटाएं',
  'Our team erases your personal details. Records of payments and stock stay without them, as the law asks.':
    'हमारी टीम आपकी निजी जानकारी मिटा देती है। कानून के अनुसार भुगतान और स्टॉक का रिकॉर्ड उसके बिना रहता है।',
  'Request deletion': 'मिटाने का अनुरोध करें',
  'You asked for your account to be deleted on {time}. Until our team has done it, you can take the request back.':
    'आपने {time} को अपना खाता मिटाने का अनुरोध किया था। हमारी टीम के ऐसा करने तक आप अनुरोध वापस ले सकते हैं।',
  'Take the request back': 'अनुरोध वापस लें',
  'Request deletion of your account': 'अपना खाता मिटाने का अनुरोध',
  'Send request': 'अनुरोध भेजें',
  'Our team is notified, settles open purchases with you, and then deletes the account.':
    'हमारी टीम को सूचना मिलती है, वह बाकी ऑर्डर आपके साथ निपटाती है और फिर खाता मिटाती है।',
  'Your name, contact details, date of birth, Aadhaar and wallet details and picture are erased.':
    'आपका नाम, संपर्क, जन्म तिथि, आधार और वॉलेट की जानकारी और तस्वीर मिटा दी जाती है।',
  'Payments and stock entries stay on record without your details: the law asks for them.':
    'भुगतान और स्टॉक की एंट्री आपकी जानकारी के बिना रिकॉर्ड में रहती हैं: कानून यह चाहता है।',
  'You can take the request back until it is done.': 'ऐसा होने तक आप अनुरोध वापस ले सकते हैं।',
  'Failed to collect your data': 'आपका डेटा इकट्ठा नहीं हो सका',
  'Failed to send your deletion request': 'आपका अनुरोध नहीं भेजा जा सका',
  'Failed to take back your deletion request': 'आपका अनुरोध वापस नहीं लिया जा सका',
  'Your deletion request has been sent.': 'आपका अनुरोध भेज दिया गया है।',
  'Your deletion request has been withdrawn.': 'आपका अनुरोध वापस ले लिया गया है।',

  // The link in announcements
  'You are unsubscribed. Mails about your account and your orders still come.':
    'अब आपको ये ईमेल नहीं आएंगे। आपके खाते और ऑर्डर के ईमेल आते रहेंगे।',
  'Announcements and reminders will no longer come by mail. You can turn them on again in your profile, or as an admin under Notifications.':
    'घोषणाएं और याद दिलाने वाले संदेश अब ईमेल से नहीं आएंगे। आप इन्हें अपनी प्रोफ़ाइल में, या एडमिन के रूप में सूचनाओं में, फिर से चालू कर सकते हैं।',
  Unsubscribe: 'ईमेल बंद करें',
  'Failed to unsubscribe': 'ईमेल बंद नहीं हो सके',
  'You are unsubscribed': 'ईमेल बंद हो गए हैं',
} as const;
