export const MAILS = {
  'Hello,': 'नमस्ते,',
  'Hello {name},': 'नमस्ते {name},',
  'Warm regards,': 'सादर,',
  'Team {name}': '{name} टीम',
  '{count} seconds': '{count} सेकंड',
  '{count} minute': '{count} मिनट',
  '{count} minutes': '{count} मिनट',
  'You are receiving this mail because this address was entered at {site}.':
    'आपको यह ईमेल इसलिए मिला है क्योंकि यह पता {site} पर लिखा गया था।',
  'You are receiving this mail because you have an account at {site}.':
    'आपको यह ईमेल इसलिए मिला है क्योंकि {site} पर आपका खाता है।',
  'You are receiving this mail because you had an account at {site}.':
    'आपको यह ईमेल इसलिए मिला है क्योंकि {site} पर आपका खाता था।',
  'You are receiving this mail because the {name} team added this address at {site}.':
    'आपको यह ईमेल इसलिए मिला है क्योंकि {name} टीम ने यह पता {site} पर जोड़ा है।',
  'The code is valid for {span} and works once. A newer code replaces it.':
    'यह कोड {span} तक मान्य है और केवल एक बार काम करता है। नया कोड आने पर यह काम नहीं करेगा।',
  'Please do not share it with anyone. Our team will never ask you for it.':
    'कृपया इसे किसी को न बताएं। हमारी टीम आपसे यह कभी नहीं पूछेगी।',
  'Thank you for your interest in {name}. Please enter this code to create your account:':
    '{name} में आपकी रुचि के लिए धन्यवाद। अपना खाता बनाने के लिए कृपया यह कोड लिखें:',
  'If you did not ask for this code, please ignore this mail. No account is created without it.':
    'यदि आपने यह कोड नहीं मंगाया, तो कृपया इस ईमेल पर ध्यान न दें। इसके बिना कोई खाता नहीं बनता।',
  'Your code to join {name}': '{name} से जुड़ने के लिए आपका कोड',
  'You already have an account with {name}': '{name} पर आपका खाता पहले से है',
  'Someone, most likely you, asked to register at {name} with this address. You already have an account, so please log in with your email and password.':
    'किसी ने, शायद आपने ही, इस पते से {name} पर पंजीकरण करना चाहा। आपका खाता पहले से है, इसलिए कृपया अपने ईमेल और पासवर्ड से लॉग इन करें।',
  'If you do not remember your password, you can set a new one.':
    'यदि आपको अपना पासवर्ड याद नहीं है, तो आप नया पासवर्ड सेट कर सकते हैं।',
  'Set a new password': 'नया पासवर्ड सेट करें',
  'If you did not ask for this, please ignore this mail. Your account is unchanged.':
    'यदि यह आपने नहीं किया, तो कृपया इस ईमेल पर ध्यान न दें। आपके खाते में कोई बदलाव नहीं हुआ है।',
  'Please enter this code to set a new password for your {name} account:':
    'अपने {name} खाते का नया पासवर्ड सेट करने के लिए कृपया यह कोड लिखें:',
  'If you did not ask for this code, please ignore this mail. Your password stays as it is.':
    'यदि आपने यह कोड नहीं मंगाया, तो कृपया इस ईमेल पर ध्यान न दें। आपका पासवर्ड वैसा ही रहेगा।',
  'Your code to set a new {name} password': '{name} का नया पासवर्ड सेट करने के लिए आपका कोड',
  'Your {name} password was changed': 'आपका {name} पासवर्ड बदल दिया गया है',
  'The password of your account was changed just now. For your safety, all other devices have been logged out.':
    'आपके खाते का पासवर्ड अभी बदला गया है। आपकी सुरक्षा के लिए बाकी सभी डिवाइस से लॉग आउट कर दिया गया है।',
  'If this was you, there is nothing more to do.': 'यदि यह आपने किया है, तो और कुछ करने की ज़रूरत नहीं है।',
  'If this was not you, please set a new password immediately and then write to us.':
    'यदि यह आपने नहीं किया, तो कृपया तुरंत नया पासवर्ड सेट करें और फिर हमें लिखें।',
  'Welcome to {name}': '{name} में आपका स्वागत है',
  'A warm welcome to {name}. Your account is ready.': '{name} में आपका हार्दिक स्वागत है। आपका खाता तैयार है।',
  'Your member ID': 'आपकी सदस्य ID',
  'You may share your member ID with family and friends: they can enter it as the referral code when they register.':
    'आप अपनी सदस्य ID परिवार और दोस्तों को दे सकते हैं: पंजीकरण के समय वे इसे रेफ़रल कोड के रूप में लिख सकते हैं।',
  'Your {name} account is ready': 'आपका {name} खाता तैयार है',
  'The {name} team has created an account for you. Please set your own password: open the page below, enter this address, and we will mail you a code.':
    '{name} टीम ने आपके लिए खाता बनाया है। कृपया अपना पासवर्ड सेट करें: नीचे दिया पेज खोलें, यह पता लिखें, और हम आपको ईमेल से कोड भेजेंगे।',
  'Your email': 'आपका ईमेल',
  'Set your password': 'अपना पासवर्ड सेट करें',
  'If you were not expecting this, please ignore this mail.': 'यदि आपको इसकी अपेक्षा नहीं थी, तो कृपया इस ईमेल पर ध्यान न दें।',
  'Your {name} account is verified': 'आपका {name} खाता सत्यापित हो गया है',
  'Good news: our team has verified your account.': 'अच्छी खबर: हमारी टीम ने आपका खाता सत्यापित कर दिया है।',
  'Go to your dashboard': 'अपने डैशबोर्ड पर जाएं',
  'Your {name} account is blocked': 'आपका {name} खाता रोक दिया गया है',
  'Your account has been blocked by our team, and you have been logged out on all devices.':
    'हमारी टीम ने आपका खाता रोक दिया है, और आपको सभी डिवाइस से लॉग आउट कर दिया गया है।',
  'Your purchases and your stock stay on record as they are.': 'आपकी खरीद और आपका स्टॉक रिकॉर्ड में वैसे ही रहेंगे।',
  'If you think that this is a mistake, please get in touch with the team and mention this address.':
    'यदि आपको लगता है कि यह गलती से हुआ है, तो कृपया टीम से संपर्क करें और यह पता बताएं।',
  'Your {name} account is closed': 'आपका {name} खाता बंद कर दिया गया है',
  'Your account has been closed by our team and your personal details have been erased.':
    'हमारी टीम ने आपका खाता बंद कर दिया है और आपकी निजी जानकारी मिटा दी गई है।',
  'Where you have made purchases, only what the law and the stock ledger need stays on record.':
    'यदि आपने खरीद की है, तो केवल वही रिकॉर्ड में रहता है जो कानून और स्टॉक के बही-खाते के लिए ज़रूरी है।',
} as const;
