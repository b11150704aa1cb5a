export const MAILS = {
  'Take the change back': 'बदलाव वापस लें',
  'You can also take the change back yourself, for 72 hours: your account gets this address again, and everybody is logged out.':
    'आप 72 घंटे तक यह बदलाव खुद भी वापस ले सकते हैं: आपके अकाउंट में फिर यही पता होगा और सभी लॉग आउट हो जाएंगे।',
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
  'Second factors of the last 7 days were removed, so that nobody signs in with one that you did not add. Please add yours again on the page Security.':
    'पिछले 7 दिनों में जोड़े गए दूसरे चरण हटा दिए गए हैं, ताकि कोई ऐसे चरण से लॉग इन न कर सके जो आपने नहीं जोड़ा। कृपया अपना दूसरा चरण “सुरक्षा” पेज पर फिर से जोड़ें।',
  removed: 'हटाया गया',
  'If this was you, there is nothing more to do.': 'यदि यह आपने किया है, तो और कुछ करने की ज़रूरत नहीं है।',
  'If this was not you, please set a new password immediately and then write to us.':
    'यदि यह आपने नहीं किया, तो कृपया तुरंत नया पासवर्ड सेट करें और फिर हमें लिखें।',
  // How the account signs in
  'Network address': 'नेटवर्क पता',
  'Date and time': 'तारीख और समय',
  Passkey: 'पासकी',
  'If this was not you, somebody else uses your account. Please set a new password and tell the team immediately: the team can remove your second factors and end all your sessions.':
    'यदि यह आपने नहीं किया, तो कोई और आपके खाते का उपयोग कर रहा है। कृपया तुरंत नया पासवर्ड सेट करें और टीम को बताएं: टीम आपका दूसरा चरण हटा सकती है और सब जगह से लॉग आउट कर सकती है।',
  'An authenticator app was added to your account': 'आपके खाते में ऑथेंटिकेटर ऐप जोड़ा गया',
  'An authenticator app was added to your account. Each sign-in asks for its code from now on.':
    'आपके खाते में ऑथेंटिकेटर ऐप जोड़ा गया है। अब से हर लॉग इन पर इसका कोड मांगा जाएगा।',
  'The authenticator app was removed from your account': 'आपके खाते से ऑथेंटिकेटर ऐप हटाया गया',
  'The authenticator app was removed from your account. Its codes do not work any more.':
    'आपके खाते से ऑथेंटिकेटर ऐप हटा दिया गया है। इसके कोड अब काम नहीं करते।',
  'New recovery codes were made for your account': 'आपके खाते के लिए नए रिकवरी कोड बनाए गए',
  'New recovery codes were made for your account. The codes before them do not work any more.':
    'आपके खाते के लिए नए रिकवरी कोड बनाए गए हैं। पहले के कोड अब काम नहीं करते।',
  'Your second factors were removed': 'आपका दूसरा चरण हटा दिया गया है',
  'The operator of the server removed the passkeys, the authenticator app and the recovery codes of your account, and ended all its sessions. It signs in with one step until you add a second factor again.':
    'सर्वर के संचालक ने आपके खाते की पासकी, ऑथेंटिकेटर ऐप और रिकवरी कोड हटा दिए हैं और सब जगह से लॉग आउट कर दिया है। जब तक आप दूसरा चरण फिर से नहीं जोड़ते, खाता एक ही चरण में लॉग इन होगा।',
  '{name} of the team removed the passkeys, the authenticator app and the recovery codes of your account, and ended all its sessions. It signs in with one step until you add a second factor again.':
    'टीम से {name} ने आपके खाते की पासकी, ऑथेंटिकेटर ऐप और रिकवरी कोड हटा दिए हैं और सब जगह से लॉग आउट कर दिया है। जब तक आप दूसरा चरण फिर से नहीं जोड़ते, खाता एक ही चरण में लॉग इन होगा।',
  'For 72 hours the account cannot change where money or tokens go: the accounts that buyers pay to, the account of a refund, and the wallet address.':
    '72 घंटे तक यह खाता नहीं बदल सकता कि पैसा या टोकन कहां जाएं: खरीदारों के भुगतान वाले खाते, रिफ़ंड का खाता और वॉलेट पता।',
  'If you did not ask for this, please set a new password and tell the team immediately.':
    'यदि आपने यह नहीं मांगा था, तो कृपया तुरंत नया पासवर्ड सेट करें और टीम को बताएं।',
  'A recovery code of your account was used': 'आपके खाते के एक रिकवरी कोड का उपयोग हुआ',
  'Somebody entered one of your recovery codes in place of your second factor. That code is used up.':
    'किसी ने आपके दूसरे चरण की जगह आपका एक रिकवरी कोड लिखा। उस कोड का उपयोग हो चुका है।',
  'If this was you: {count} code is left.': 'यदि यह आपने किया है: {count} कोड बाकी है।',
  'If this was you: {count} codes are left.': 'यदि यह आपने किया है: {count} कोड बाकी हैं।',
  'Make new ones on the page Security before they run out.': 'इनके खत्म होने से पहले सुरक्षा पेज पर नए बना लें।',
  'Someone is trying to log in to your account': 'कोई आपके खाते में लॉग इन करने की कोशिश कर रहा है',
  'Many wrong codes were entered for your account. None of these attempts succeeded, and your account is not locked.':
    'आपके खाते के लिए बहुत से गलत कोड लिखे गए। इनमें से कोई कोशिश सफल नहीं हुई, और आपका खाता बंद नहीं है।',
  'Many wrong passwords were entered for your account. None of these attempts succeeded, and your account is not locked.':
    'आपके खाते के लिए बहुत से गलत पासवर्ड लिखे गए। इनमें से कोई कोशिश सफल नहीं हुई, और आपका खाता बंद नहीं है।',
  'If this was not you, please do not share any code with anyone, and let us know if it happens again.':
    'यदि यह आपने नहीं किया, तो कृपया कोई कोड किसी को न बताएं, और फिर ऐसा हो तो हमें बताएं।',
  'If this was not you, please check that you use this password nowhere else, or set a new one.':
    'यदि यह आपने नहीं किया, तो कृपया देख लें कि आप यह पासवर्ड कहीं और उपयोग नहीं करते, या नया सेट करें।',
  'A passkey was added to your account': 'आपके खाते में पासकी जोड़ी गई',
  'A passkey was added to your account. It logs in by itself, without a password or a code.':
    'आपके खाते में एक पासकी जोड़ी गई है। यह बिना पासवर्ड या कोड के, अपने आप लॉग इन करती है।',
  'A passkey was removed from your account': 'आपके खाते से पासकी हटाई गई',
  'A passkey was removed from your account. It does not log in any more.':
    'आपके खाते से एक पासकी हटा दी गई है। इससे अब लॉग इन नहीं होता।',
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
  'You are receiving this mail because this was the address of your account at {site}.':
    'आपको यह ईमेल इसलिए मिला है क्योंकि {site} पर आपके खाते का पता यही था।',
  'Your {name} account is inactive': 'आपका {name} खाता निष्क्रिय कर दिया गया है',
  'Your account has been set to inactive by our team, and you have been logged out on all devices.':
    'हमारी टीम ने आपका खाता निष्क्रिय कर दिया है, और आपको सभी डिवाइस से लॉग आउट कर दिया गया है।',
  'Your {name} account is active again': 'आपका {name} खाता फिर से सक्रिय है',
  'Our team has made your account active again. You can log in with your email and password as before.':
    'हमारी टीम ने आपका खाता फिर से सक्रिय कर दिया है। आप पहले की तरह अपने ईमेल और पासवर्ड से लॉग इन कर सकते हैं।',
  'Your {name} account has a new email address': 'आपके {name} खाते का ईमेल पता बदल गया है',
  'Open one try to log in to your account': 'अपने खाते में लॉग इन के लिए एक मौका खोलें',
  'Many wrong codes were typed for your account from browsers that never logged in to it, so that new browsers have to wait. If you are logging in just now, open this link in the same browser within an hour, and log in again.':
    'आपके खाते के लिए ऐसे ब्राउज़रों से कई गलत कोड डाले गए जिनसे कभी लॉग इन नहीं हुआ, इसलिए नए ब्राउज़रों को इंतज़ार करना पड़ता है। यदि आप अभी लॉग इन कर रहे हैं, तो एक घंटे के भीतर यह लिंक उसी ब्राउज़र में खोलें और फिर से लॉग इन करें।',
  'Your {name} account has its earlier email address again': 'आपके {name} खाते का पहले वाला ईमेल पता फिर लागू है',
  'The reader of the earlier address has taken the change to this one back. This address does not log in any more, and our team knows.':
    'पहले वाले पते के पाठक ने इस पते पर किया गया बदलाव वापस ले लिया है। अब इस पते से लॉग इन नहीं होता, और हमारी टीम को पता है।',
  'If you have ordered while the account had this address, you can take it back for 72 hours, once such an order is approved. Please get in touch with the team, too.':
    'यदि आपने खाते पर यह पता रहते हुए ऑर्डर किया है, तो ऐसे किसी ऑर्डर के स्वीकृत होने पर आप 72 घंटे तक इसे वापस ले सकते हैं। कृपया टीम से भी संपर्क करें।',
  'Our team has changed the email address of your account. From now on, please log in with the new address. Our mails will go there too.':
    'हमारी टीम ने आपके खाते का ईमेल पता बदल दिया है। अब से कृपया नए पते से लॉग इन करें। हमारे ईमेल भी वहीं आएंगे।',
  'If you did not ask for this, please get in touch with the team immediately and mention this address.':
    'यदि आपने यह नहीं कहा था, तो कृपया तुरंत टीम से संपर्क करें और यह पता बताएं।',
  'This is now the email address of your {name} account': 'अब यही आपके {name} खाते का ईमेल पता है',
  'Our team has changed the email address of your account to this one. Please log in with it from now on.':
    'हमारी टीम ने आपके खाते का ईमेल पता बदलकर यह कर दिया है। अब से कृपया इसी से लॉग इन करें।',
  'If you did not ask for this, please let the team know.': 'यदि आपने यह नहीं कहा था, तो कृपया टीम को बताएं।',
  'You are now an admin of {name}': 'अब आप {name} के एडमिन हैं',
  'You are no longer an admin of {name}': 'अब आप {name} के एडमिन नहीं हैं',
  'Our team has made you an admin. You have been logged out on all devices. The administration has its own login page; your email and password are the same.':
    'हमारी टीम ने आपको एडमिन बनाया है। आपको सभी डिवाइस से लॉग आउट कर दिया गया है। एडमिन का लॉग इन पेज अलग है; आपका ईमेल और पासवर्ड वही है।',
  'Our team has removed the admin role from your account. You have been logged out on all devices.':
    'हमारी टीम ने आपके खाते से एडमिन की भूमिका हटा दी है। आपको सभी डिवाइस से लॉग आउट कर दिया गया है।',
  'Your own account stays as it is.': 'आपका अपना खाता वैसा ही रहेगा।',
  'We have your deletion request': 'खाता मिटाने का आपका अनुरोध हमें मिल गया है',
  'You have asked us to delete your account. Our team has been informed and will confirm by mail once it is done.':
    'आपने अपना खाता मिटाने को कहा है। हमारी टीम को बता दिया गया है, और यह हो जाने पर वह ईमेल से पुष्टि करेगी।',
  'Your name, contact details, date of birth, Aadhaar and wallet details and your picture will be erased. Where you have made purchases, the records of payments and stock stay, without your personal details, because the law requires them.':
    'आपका नाम, संपर्क की जानकारी, जन्म तिथि, आधार और वॉलेट की जानकारी और आपकी तस्वीर मिटा दी जाएगी। यदि आपने खरीद की है, तो भुगतान और स्टॉक का रिकॉर्ड आपकी निजी जानकारी के बिना रहेगा, क्योंकि कानून में यह ज़रूरी है।',
  'Until then you can withdraw the request on your profile page.': 'तब तक आप अपने प्रोफ़ाइल पेज पर यह अनुरोध वापस ले सकते हैं।',
  'Open your profile': 'अपनी प्रोफ़ाइल खोलें',
  'If this was not you, please set a new password immediately and withdraw the request.':
    'यदि यह आपने नहीं किया, तो कृपया तुरंत नया पासवर्ड सेट करें और अनुरोध वापस लें।',
  Order: 'ऑर्डर',
  Quantity: 'मात्रा',
  Reason: 'कारण',
  'Transaction hash': 'ट्रांज़ैक्शन हैश',
  'Reference number': 'संदर्भ संख्या',
  'Bank transfer': 'बैंक ट्रांसफ़र',
  'Manual payment': 'मैनुअल भुगतान',
  'We have received your order {order}': 'आपका ऑर्डर {order} हमें मिल गया है',
  'Thank you for your order. Here are the details:': 'आपके ऑर्डर के लिए धन्यवाद। उसकी जानकारी यह है:',
  'Our team will get in touch with you about the payment and then confirm your order.':
    'हमारी टीम भुगतान के बारे में आपसे संपर्क करेगी और फिर आपके ऑर्डर की पुष्टि करेगी।',
  'Our team will now check your payment, usually within a day. You do not need to do anything, and please do not pay a second time.':
    'अब हमारी टीम आपके भुगतान की जांच करेगी, आमतौर पर एक दिन में। आपको कुछ करने की ज़रूरत नहीं है, और कृपया दोबारा भुगतान न करें।',
  'The quantity is held for you in the meantime, and we will mail you once your order is decided.':
    'तब तक यह मात्रा आपके लिए रखी गई है, और आपके ऑर्डर पर निर्णय होते ही हम आपको ईमेल करेंगे।',
  'The quantity is held for you for {hours} hours, and we will mail you once your order is decided.':
    'यह मात्रा आपके लिए {hours} घंटे तक रखी गई है, और आपके ऑर्डर पर निर्णय होते ही हम आपको ईमेल करेंगे।',
  'See your payment history': 'अपने भुगतान का इतिहास देखें',
  'Good news: your payment is confirmed and {tokens} have been added to your stock.':
    'अच्छी खबर: आपके भुगतान की पुष्टि हो गई है और {tokens} आपके स्टॉक में जोड़ दिए गए हैं।',
  'Please keep this mail: the transaction hash is your entry in our stock ledger.':
    'कृपया यह ईमेल संभालकर रखें: ट्रांज़ैक्शन हैश स्टॉक के बही-खाते में आपकी प्रविष्टि है।',
  'See your stock': 'अपना स्टॉक देखें',
  'Your order {order} could not be confirmed': 'आपके ऑर्डर {order} की पुष्टि नहीं हो सकी',
  'We are sorry: our team could not confirm the payment for your order.':
    'हमें खेद है: हमारी टीम आपके ऑर्डर के भुगतान की पुष्टि नहीं कर सकी।',
  'If you have paid, please keep your receipt and get in touch with the team, mentioning the order. If a detail was mistyped, you are welcome to submit the order again with the right one.':
    'यदि आपने भुगतान किया है, तो कृपया अपनी रसीद संभालकर रखें और ऑर्डर बताकर टीम से संपर्क करें। यदि कोई जानकारी गलत लिखी गई थी, तो आप सही जानकारी के साथ ऑर्डर फिर से भेज सकते हैं।',
  'The approval of your order {order} has been reversed': 'आपके ऑर्डर {order} की स्वीकृति वापस ले ली गई है',
  'We are sorry: your order was approved by mistake. The approval has been reversed, {tokens} have been removed from your stock, and the receipt is cancelled.':
    'हमें खेद है: आपका ऑर्डर गलती से स्वीकृत हो गया था। स्वीकृति वापस ले ली गई है, {tokens} आपके स्टॉक से हटा दिए गए हैं, और रसीद रद्द कर दी गई है।',
  'If you have paid, please keep your proof and get in touch with the team, mentioning the order. You may also submit it again with the right details.':
    'यदि आपने भुगतान किया है, तो कृपया उसका प्रमाण संभालकर रखें और ऑर्डर बताकर टीम से संपर्क करें। आप सही जानकारी के साथ इसे फिर से भी भेज सकते हैं।',
  'A reward of {tokens} has been reversed': '{tokens} का रिवॉर्ड वापस ले लिया गया है',
  'A purchase by a member you referred was approved by mistake and has been reversed. The reward for it has been removed from your stock.':
    'आपके जोड़े एक सदस्य की खरीद गलती से स्वीकृत हो गई थी और उसकी स्वीकृति वापस ले ली गई है। उसका रिवॉर्ड आपके स्टॉक से हटा दिया गया है।',
  'Reversed reward': 'वापस लिया गया रिवॉर्ड',
  'Referred member': 'आपके जोड़े सदस्य',
  'You have received a reward of {tokens}': 'आपको {tokens} का रिवॉर्ड मिला है',
  'Thank you for telling others about us. A member you referred has made a purchase, and your reward has been added to your stock.':
    'दूसरों को हमारे बारे में बताने के लिए धन्यवाद। आपके जोड़े एक सदस्य ने खरीद की है, और आपका रिवॉर्ड आपके स्टॉक में जोड़ दिया गया है।',
  'Where may we send your refund of {amount}?': '{amount} का रिफ़ंड हम कहां भेजें?',
  'We are paying back money of your order {order}. Please log in and enter your bank account or UPI ID.':
    'हम आपके ऑर्डर {order} का पैसा वापस कर रहे हैं। कृपया लॉग इन करें और अपना बैंक खाता या UPI ID लिखें।',
  'Please log in and enter your bank account or UPI ID again. Our team writes:':
    'कृपया लॉग इन करें और अपना बैंक खाता या UPI ID फिर से लिखें। हमारी टीम का संदेश:',
  Refund: 'रिफ़ंड',
  Account: 'खाता',
  'We never ask for your PIN, your password or a payment. Do not send your account by mail or phone.':
    'हम आपसे कभी PIN, पासवर्ड या भुगतान नहीं मांगते। अपना खाता ईमेल या फ़ोन से न भेजें।',
  'Enter your account': 'अपना खाता लिखें',
  'The account for your refund {number} was saved': 'आपके रिफ़ंड {number} का खाता सहेज लिया गया है',
  'Our team will look at it and pay the refund to this account:': 'हमारी टीम इसे जांचेगी और रिफ़ंड इस खाते में भेजेगी:',
  'If you did not do this, please correct the account, change your password and tell our team immediately.':
    'यदि यह आपने नहीं किया, तो कृपया खाता ठीक करें, अपना पासवर्ड बदलें और तुरंत हमारी टीम को बताएं।',
  'Your refund {number} was paid': 'आपके रिफ़ंड {number} का भुगतान हो गया है',
  'We have paid {amount} for order {order}. Day: {day}.': 'हमने ऑर्डर {order} के {amount} भेज दिए हैं। तारीख: {day}।',
  'We have paid {amount} for order {order}. Day: {day}. Bank reference: {reference}.':
    'हमने ऑर्डर {order} के {amount} भेज दिए हैं। तारीख: {day}। बैंक संदर्भ: {reference}।',
  'Your refund {number} was cancelled': 'आपका रिफ़ंड {number} रद्द कर दिया गया है',
  'The refund of {amount} for order {order} was cancelled.': 'ऑर्डर {order} का {amount} का रिफ़ंड रद्द कर दिया गया है।',
  'We have a question about your order {order}': 'आपके ऑर्डर {order} के बारे में हमारा एक सवाल है',
  'A message about your order {order}': 'आपके ऑर्डर {order} के बारे में एक संदेश',
  'Our team needs something from you to go on with your order:': 'आपके ऑर्डर को आगे बढ़ाने के लिए हमारी टीम को आपसे यह चाहिए:',
  'Our team writes:': 'हमारी टीम का संदेश:',
  'Your order stays open until you answer. Please do not pay a second time.':
    'आपके जवाब देने तक आपका ऑर्डर खुला रहेगा। कृपया दोबारा भुगतान न करें।',
  Answer: 'जवाब दें',
  'You are receiving this mail because you have an order at {site}. Please answer there: replies to this mail are not read.':
    'आपको यह ईमेल इसलिए मिला है क्योंकि {site} पर आपका ऑर्डर है। कृपया वहीं जवाब दें: इस ईमेल पर भेजे जवाब नहीं पढ़े जाते।',
  'Open your notifications': 'अपनी सूचनाएं खोलें',
  'Unsubscribe from announcements and reminders': 'घोषणाएं और रिमाइंडर पाना बंद करें',
  'Our team has asked you something about your order. It goes on when you answer.':
    'हमारी टीम ने आपके ऑर्डर के बारे में आपसे कुछ पूछा है। आपके जवाब देने पर ऑर्डर आगे बढ़ेगा।',
  'If you have paid, you can correct what was wrong and send it again. You need not pay a second time.':
    'यदि आपने भुगतान किया है, तो आप गलती ठीक करके ऑर्डर फिर से भेज सकते हैं। आपको दोबारा भुगतान करने की ज़रूरत नहीं है।',
  'You hold {symbol}, and your profile has no wallet address yet. Without one you cannot receive your tokens at the launch.':
    'आपके पास {symbol} हैं, पर आपकी प्रोफ़ाइल में अभी वॉलेट पता नहीं है। इसके बिना लॉन्च पर आपको अपने टोकन नहीं मिल सकते।',
  'Addresses can be changed until {day}.': 'पते {day} तक बदले जा सकते हैं।',
  'Add your wallet address': 'अपना वॉलेट पता जोड़ें',
  'To verify your account, our team needs your Aadhaar number. You can add it in your profile.':
    'आपका खाता सत्यापित करने के लिए हमारी टीम को आपका आधार नंबर चाहिए। आप इसे अपनी प्रोफ़ाइल में जोड़ सकते हैं।',
  'Complete your profile': 'अपनी प्रोफ़ाइल पूरी करें',
  'Your payment for order {order} was seen at the bank': 'ऑर्डर {order} का आपका भुगतान बैंक में दिख गया है',
  'Your payment was seen at the bank on {day} and is waiting for approval.':
    'आपका भुगतान {day} को बैंक में दिखा और अब स्वीकृति बाकी है।',
  'You do not need to do anything. We will mail you once your order is decided.':
    'आपको कुछ करने की ज़रूरत नहीं है। आपके ऑर्डर पर निर्णय होते ही हम आपको ईमेल करेंगे।',
  'Your payment for order {order} is not on our bank statement yet':
    'ऑर्डर {order} का आपका भुगतान अभी हमारे बैंक स्टेटमेंट में नहीं है',
  'Your payment was not found yet. Our bank statement was read up to {day}.':
    'आपका भुगतान अभी नहीं मिला है। हमारा बैंक स्टेटमेंट {day} तक पढ़ा गया है।',
  'Please compare the reference number with the one in your bank or UPI app. If the payment has left your account and the number is right, keep your receipt and please do not pay a second time: we look for it again with each new statement.':
    'कृपया संदर्भ संख्या को अपने बैंक या UPI ऐप की संख्या से मिलाएं। यदि पैसा आपके खाते से जा चुका है और संख्या सही है, तो अपनी रसीद संभालकर रखें और कृपया दोबारा भुगतान न करें: हम हर नए स्टेटमेंट में इसे फिर से खोजते हैं।',
  'Another amount was received for your order {order}': 'आपके ऑर्डर {order} के लिए अलग राशि मिली है',
  'The bank received {received} on {day} with the reference number of your order. The amount due is {due}.':
    'बैंक को {day} को आपके ऑर्डर की संदर्भ संख्या के साथ {received} मिले। देय राशि {due} है।',
  'Our team will look into it and decide. Please do not pay a second time.':
    'हमारी टीम इसे देखकर निर्णय लेगी। कृपया दोबारा भुगतान न करें।',
  'Your wallet address was changed': 'आपका वॉलेट पता बदल दिया गया है',
  'Two admins have changed the wallet address that receives your tokens at the launch.':
    'जिस वॉलेट पते पर लॉन्च के समय आपके टोकन आएंगे, उसे दो एडमिन ने बदल दिया है।',
  'New address': 'नया पता',
  'If you have not asked for this, please contact our team immediately.':
    'यदि आपने यह नहीं कहा था, तो कृपया तुरंत हमारी टीम से संपर्क करें।',
  'See your rewards': 'अपने रिवॉर्ड देखें',
  'A reward of {tokens} is on hold': '{tokens} का रिवॉर्ड अभी रुका हुआ है',
  'A member you referred has made a purchase. Your reward for it is reserved for you, but not in your stock yet.':
    'आपके जोड़े एक सदस्य ने खरीद की है। उसका रिवॉर्ड आपके लिए सुरक्षित रखा गया है, पर अभी आपके स्टॉक में नहीं है।',
  'It is added to your stock on {day}, unless the purchase is reversed before.':
    'यह {day} को आपके स्टॉक में जुड़ जाएगा, बशर्ते उससे पहले खरीद वापस न ली जाए।',
  'Our team looks at it first, because:': 'पहले हमारी टीम इसे देखेगी, क्योंकि:',
  'You do not need to do anything. If there is a good reason for it, our team is glad to hear it.':
    'आपको कुछ करने की ज़रूरत नहीं है। यदि इसका कोई उचित कारण है, तो आप हमारी टीम को बता सकते हैं।',
  'Your reward of {tokens} was refused': 'आपका {tokens} का रिवॉर्ड अस्वीकृत हुआ',
  'Our team has looked at a reward that was on hold, and does not add it to your stock. Our team writes:':
    'हमारी टीम ने एक रुके हुए रिवॉर्ड को देखा है, और उसे आपके स्टॉक में नहीं जोड़ रही है। हमारी टीम का संदेश:',
  'If you do not agree, please get in touch with our team.': 'यदि आप सहमत नहीं हैं, तो कृपया हमारी टीम से संपर्क करें।',
  'Your reward of {tokens} has ended': 'आपका {tokens} का रिवॉर्ड समाप्त हो गया है',
  'A purchase by a member you referred was approved by mistake and has been reversed. The reward for it was on hold and ends with it. Nothing was taken from your stock.':
    'आपके जोड़े एक सदस्य की खरीद गलती से स्वीकृत हो गई थी और उसकी स्वीकृति वापस ले ली गई है। उसका रिवॉर्ड रुका हुआ था और उसी के साथ समाप्त हो गया है। आपके स्टॉक से कुछ नहीं लिया गया।',
} as const;
