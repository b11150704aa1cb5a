export const ANSWERS = {
  'This refund is already on its way, so the account can’t be changed any more. Please contact our team.':
    'यह रिफ़ंड भेजा जा चुका है, इसलिए खाता अब नहीं बदला जा सकता। कृपया हमारी टीम से संपर्क करें।',

  'You must be at least {years} years old.': 'आपकी उम्र कम से कम {years} साल होनी चाहिए।',
  'This wallet address has a wrong checksum. Please copy it again.': 'इस वॉलेट पते का चेकसम गलत है। कृपया इसे फिर से कॉपी करें।',
  'This address is for another chain. Please enter your address on the chain of the token, without a name before it.':
    'यह पता किसी दूसरी चेन का है। कृपया टोकन की चेन पर अपना पता लिखें, उसके आगे कोई नाम न लिखें।',
  'This is the contract of the token {token}, not a wallet. Tokens sent there are lost. Enter the address of your own wallet.':
    'यह {token} टोकन का कॉन्ट्रैक्ट है, वॉलेट नहीं। वहां भेजे गए टोकन खो जाते हैं। अपने वॉलेट का पता लिखें।',
  'Your referral code cannot be changed.': 'आपका रेफ़रल कोड नहीं बदला जा सकता।',

  // Notifications
  'Your order {order} is approved': 'आपका ऑर्डर {order} स्वीकृत हो गया है',
  'The tokens are in your stock.': 'टोकन आपके स्टॉक में हैं।',
  'Your order {order} was rejected': 'आपका ऑर्डर {order} अस्वीकृत हुआ',
  'See the reason, correct it and send it again.': 'कारण देखें, ठीक करें और फिर से भेजें।',
  'The approval of {order} was reversed': '{order} की स्वीकृति वापस ली गई',
  'See the reason in your payment history.': 'कारण अपनी पेमेंट हिस्ट्री में देखें।',
  'We have a question about {order}': '{order} के बारे में हमारा एक सवाल है',
  'Your order stays open until you answer.': 'आपके जवाब देने तक आपका ऑर्डर खुला रहेगा।',
  'New message about {order}': '{order} के बारे में नया संदेश',
  'Your order {order} waits for your answer': 'आपका ऑर्डर {order} आपके जवाब के इंतज़ार में है',
  'It goes on when you answer.': 'आपके जवाब देने पर जांच आगे बढ़ेगी।',
  'Your order {order} was rejected. Send it again?': 'आपका ऑर्डर {order} अस्वीकृत हुआ। फिर से भेजें?',
  'If you have paid, you need not pay a second time.': 'अगर आप भुगतान कर चुके हैं, तो दोबारा भुगतान करने की ज़रूरत नहीं है।',
  'Your details are not complete yet': 'आपकी जानकारी अभी अधूरी है',
  'Our team needs your Aadhaar number to verify your account.':
    'खाता सत्यापित करने के लिए हमारी टीम को आपका आधार नंबर चाहिए।',
  'Where may we send your tokens?': 'हम आपके टोकन कहां भेजें?',
  'For 72 hours after our team changed your email or your second factors were removed, the account can’t be deleted.':
    'हमारी टीम द्वारा आपका ईमेल बदले जाने या आपका दूसरा चरण हटाए जाने के बाद 72 घंटे तक खाता नहीं हटाया जा सकता।',
  'You hold tokens. Please enter your wallet address first: they are sent there at the launch, also after your account is deleted.':
    'आपके पास टोकन हैं। कृपया पहले अपना वॉलेट पता दर्ज करें: लॉन्च पर टोकन वहीं भेजे जाएँगे, आपका खाता हटने के बाद भी।',
  'Your profile has no wallet address yet.': 'आपकी प्रोफ़ाइल में अभी वॉलेट पता नहीं है।',
  'Where may we send your refund for {order}?': '{order} का रिफ़ंड हम कहां भेजें?',
  'Please enter your bank account or UPI ID.': 'कृपया अपना बैंक खाता या UPI ID लिखें।',
  'Your refund for {order} is paid': '{order} के रिफ़ंड का भुगतान हो गया है',
  'Banks can take a day to show it.': 'बैंक में दिखने में एक दिन लग सकता है।',
  'The refund for {order} was cancelled': '{order} का रिफ़ंड रद्द किया गया',
  'See the reason.': 'कारण देखें।',
  'A reward is on hold': 'एक रिवॉर्ड रुका हुआ है',
  'Its tokens are reserved for you. See why on your dashboard.':
    'उसके टोकन आपके लिए सुरक्षित रखे गए हैं। कारण अपने डैशबोर्ड पर देखें।',
  'A reward that was on hold is credited': 'रुका हुआ एक रिवॉर्ड जमा हो गया है',
  'A reward was refused': 'एक रिवॉर्ड नहीं दिया गया',
  'See the reason on your dashboard.': 'कारण अपने डैशबोर्ड पर देखें।',
  'A reward on hold has ended': 'रुका हुआ एक रिवॉर्ड समाप्त हो गया है',
  'Its purchase was reversed.': 'उसकी खरीद वापस ली गई।',
  'Your account is verified': 'आपका खाता सत्यापित हो गया है',
  'your order': 'आपका ऑर्डर',

  // Second factors and passkeys
  '{email} was the address of another account in the last 72 hours, and its owner can still take it back. Please use another address, or try again later.':
    'पिछले 72 घंटों में {email} किसी और खाते का पता था, और उस खाते के मालिक इसे अब भी वापस ले सकते हैं। कृपया कोई और पता दें, या बाद में फिर से कोशिश करें।',
  'Please enter the code of your authenticator app to finish.': 'पूरा करने के लिए कृपया अपने ऑथेंटिकेटर ऐप का कोड लिखें।',
  'Please enter a recovery code to finish.': 'पूरा करने के लिए कृपया एक रिकवरी कोड लिखें।',
  'The owner of the account gets a mail with a link that opens one try.':
    'खाते के मालिक को एक लिंक वाला ईमेल मिलता है, जो एक मौका खोलता है।',
  'This code is wrong or was used already. Please wait for the next one of your app and try again.':
    'यह कोड गलत है या इसका उपयोग हो चुका है। कृपया अपने ऐप के अगले कोड का इंतज़ार करें और फिर कोशिश करें।',
  'This sign-in has expired. Please log in again.': 'इस लॉग इन का समय समाप्त हो गया है। कृपया फिर से लॉग इन करें।',
  'This passkey was not accepted. Please try again or log in another way.':
    'यह पासकी स्वीकार नहीं हुई। कृपया फिर कोशिश करें या किसी और तरीके से लॉग इन करें।',
  'Passkey not found.': 'यह पासकी नहीं मिली।',
  'Session not found.': 'यह डिवाइस नहीं मिला। शायद वहां से पहले ही लॉग आउट हो चुका है।',
  'You need a second factor. Please add another one before you remove this one.':
    'आपके लिए दूसरा चरण ज़रूरी है। इसे हटाने से पहले कृपया एक और जोड़ें।',
  'This passkey is not valid.': 'यह पासकी मान्य नहीं है।',
  'Please enter the code.': 'कृपया कोड लिखें।',
  'Please enter the code, or use your passkey.': 'कृपया कोड लिखें, या अपनी पासकी का उपयोग करें।',
  'Please enter the 6 digits of your authenticator app, or a recovery code.':
    'कृपया अपने ऑथेंटिकेटर ऐप के 6 अंक, या एक रिकवरी कोड लिखें।',
  'You have an authenticator app already. Please remove it first.': 'आपके पास ऑथेंटिकेटर ऐप पहले से है। कृपया पहले उसे हटाएं।',
  'Please add the authenticator app again.': 'कृपया ऑथेंटिकेटर ऐप फिर से जोड़ें।',
  'You have no authenticator app.': 'आपके पास कोई ऑथेंटिकेटर ऐप नहीं है।',
  'Please add an authenticator app or a passkey first.': 'कृपया पहले ऑथेंटिकेटर ऐप या पासकी जोड़ें।',
  'This is not one of the new recovery codes. Please check it.': 'यह नए रिकवरी कोड में से नहीं है। कृपया इसे जांचें।',
  'You have {count} passkeys. Please remove one first.': 'आपके पास {count} पासकी हैं। कृपया पहले एक हटाएं।',
  'This passkey has already been added.': 'यह पासकी पहले से जोड़ी जा चुकी है।',
  'Confirm that it is you to continue.': 'आगे बढ़ने के लिए पुष्टि करें कि यह आप हैं।',
  'Please confirm with your second factor.': 'कृपया अपने दूसरे चरण से पुष्टि करें।',
  'Thank you. You can continue.': 'धन्यवाद। आप आगे बढ़ सकते हैं।',
  'This is the device that you use now. Please log out instead.': 'आप अभी इसी डिवाइस पर हैं। कृपया इसकी जगह लॉग आउट करें।',
  'Signed out successfully': 'लॉग आउट हो गया',
  'Authenticator app added successfully': 'ऑथेंटिकेटर ऐप जोड़ दिया गया है',
  'Authenticator app removed successfully': 'ऑथेंटिकेटर ऐप हटा दिया गया है',
  'Recovery codes confirmed successfully': 'रिकवरी कोड की पुष्टि हो गई है',
  'Passkey added successfully': 'पासकी जोड़ दी गई है',
  'Passkey renamed successfully': 'पासकी का नाम बदल दिया गया है',
  'Passkey removed successfully': 'पासकी हटा दी गई है',
  'For 72 hours after our team changed your email or your second factors were removed, your wallet address can’t be changed.':
    'हमारी टीम द्वारा आपका ईमेल बदले जाने या आपका दूसरा चरण हटाए जाने के बाद 72 घंटे तक आपका वॉलेट पता नहीं बदला जा सकता।',
  'For 72 hours after our team changed your email or your second factors were removed, the account of a refund can’t be changed.':
    'हमारी टीम द्वारा आपका ईमेल बदले जाने या आपका दूसरा चरण हटाए जाने के बाद 72 घंटे तक रिफ़ंड का खाता नहीं बदला जा सकता।',
  'This link is no longer valid: it works one time, and for 72 hours. Please get in touch with our team and mention this address.':
    'यह लिंक अब मान्य नहीं है: यह एक बार और 72 घंटे तक काम करता है। कृपया हमारी टीम से संपर्क करें और यह पता बताएँ।',
  'Since that change the account has got orders or other rights, or two of our team have changed it, so this link does not move it. Please get in touch with our team and mention this address: two of them look at it.':
    'उस बदलाव के बाद खाते में ऑर्डर या अन्य अधिकार आए हैं, या हमारी टीम के दो लोगों ने इसे बदला है, इसलिए यह लिंक उसे नहीं बदलता। कृपया हमारी टीम से संपर्क करें और यह पता बताएँ: टीम के दो लोग इसे देखते हैं।',
  'Our team created your account. Before you can do this, please set a new password with “Forgot your password?” on the login page: its code shows that this email address is yours.':
    'आपका खाता हमारी टीम ने बनाया है। यह करने से पहले कृपया लॉग इन पेज पर “पासवर्ड भूल गए?” से नया पासवर्ड सेट करें: उसका कोड दिखाता है कि यह ईमेल पता आपका है।',

  // Every call
  'Too many attempts. Please try again in {seconds} seconds.':
    'बहुत बार कोशिश की गई। कृपया {seconds} सेकंड बाद फिर कोशिश करें।',
  'Too many attempts. Please try again in {minutes} minutes.':
    'बहुत बार कोशिश की गई। कृपया {minutes} मिनट बाद फिर कोशिश करें।',
  'Please log in to continue.': 'आगे बढ़ने के लिए कृपया लॉग इन करें।',
  'Choose your own password to continue.': 'आगे बढ़ने के लिए अपना पासवर्ड चुनें।',
  'This account may not do that.': 'इस खाते को इसकी अनुमति नहीं है।',
  'This request did not come from our own pages. Please open the site and try again.':
    'यह अनुरोध हमारे पेज से नहीं आया। कृपया साइट खोलकर फिर कोशिश करें।',
  'This sale is not set up yet. Please come back later.': 'यह बिक्री अभी तैयार नहीं है। कृपया बाद में आएं।',
  'This sale is moving to another server. Please try again in a few minutes.':
    'यह बिक्री दूसरे सर्वर पर जा रही है। कृपया कुछ मिनट बाद फिर कोशिश करें।',
  'We can’t reach our records right now. Please try again in a few seconds.':
    'अभी हमारे रिकॉर्ड तक पहुंच नहीं हो पा रही है। कृपया कुछ सेकंड में फिर कोशिश करें।',
  'This took too long to arrive. Please check your connection and try again.':
    'इसे पहुंचने में बहुत समय लगा। कृपया अपना इंटरनेट जांचें और फिर कोशिश करें।',
  'The connection ended before everything had arrived. Please try again.':
    'सब कुछ पहुंचने से पहले कनेक्शन टूट गया। कृपया फिर कोशिश करें।',
  'Something went wrong.': 'कुछ गड़बड़ हो गई।',

  // Sign-in, registration, passwords
  'OTP sent successfully. Please check your email.': 'OTP भेज दिया गया है। कृपया अपना ईमेल देखें।',
  'Registration successful. Please log in.': 'पंजीकरण सफल रहा। कृपया लॉग इन करें।',
  'Logged in successfully.': 'लॉग इन सफल रहा।',
  'Logged out successfully.': 'लॉग आउट हो गया।',
  'OTP successfully send': 'OTP भेज दिया गया है',
  'Password updated successfully': 'पासवर्ड बदल दिया गया है',
  'This OTP is wrong or no longer valid. Please check it or request a new one.':
    'यह OTP गलत है या अब मान्य नहीं है। कृपया इसे जांचें या नया OTP मंगाएं।',
  'This password is among the most used ones. Please choose another.':
    'यह सबसे ज़्यादा इस्तेमाल होने वाले पासवर्ड में से एक है। कृपया दूसरा चुनें।',
  'This password is easy to guess, because it is made of a name. Please choose another.':
    'यह पासवर्ड आसानी से पहचाना जा सकता है, क्योंकि यह किसी नाम से बना है। कृपया दूसरा चुनें।',
  'This challenge is not valid.': 'यह अनुरोध मान्य नहीं है। कृपया पेज फिर से खोलें।',

  // What a proof or an order is refused for
  'Buying is open to verified members only. Please wait until our team has verified your account.':
    'खरीदारी केवल सत्यापित सदस्यों के लिए है। कृपया हमारी टीम के आपका खाता सत्यापित करने तक रुकें।',
  'The account that you were shown has not been in use for 72 hours. Please open your order again and pay to the account shown there. If you have already paid, please contact our team.':
    'जो खाता आपको दिखाया गया था, वह 72 घंटे से बंद है। कृपया अपना ऑर्डर फिर से खोलें और वहां दिख रहे खाते में भुगतान करें। अगर आप भुगतान कर चुके हैं, तो कृपया हमारी टीम से संपर्क करें।',
  'This kind of file is not accepted. Please send a JPEG, PNG, WebP, GIF, PDF, DOC or DOCX file.':
    'इस तरह की फ़ाइल नहीं ली जाती। कृपया JPEG, PNG, WebP, GIF, PDF, DOC या DOCX फ़ाइल भेजें।',
  'Browsers cannot show this kind of JPEG. Please save it as an ordinary JPEG or PNG.':
    'ब्राउज़र इस तरह की JPEG नहीं दिखा सकते। कृपया इसे साधारण JPEG या PNG में सहेजें।',
  'This PDF contains a script or starts a program. Please print it to a new PDF and send that.':
    'इस PDF में स्क्रिप्ट है या यह कोई प्रोग्राम चलाती है। कृपया इसे नई PDF में प्रिंट करके भेजें।',
  'This PDF opens a link, sends a form or has files inside. Please print it to a new PDF and send that.':
    'यह PDF कोई लिंक खोलती है, फ़ॉर्म भेजती है या इसमें दूसरी फ़ाइलें हैं। कृपया इसे नई PDF में प्रिंट करके भेजें।',
  'This archive is not a Word document. Please send a picture, PDF, DOC or DOCX.':
    'यह फ़ाइल Word दस्तावेज़ नहीं है। कृपया तस्वीर, PDF, DOC या DOCX भेजें।',
  'This document contains macros. Please send it without them, best as a PDF.':
    'इस दस्तावेज़ में मैक्रो हैं। कृपया इसे उनके बिना भेजें, हो सके तो PDF में।',
  'This PDF has a password. Send a screenshot, or print it to a new PDF.':
    'इस PDF में पासवर्ड है। स्क्रीनशॉट भेजें, या इसे नई PDF में प्रिंट करके भेजें।',
  'This PDF is damaged or incomplete. Take a screenshot of it and send that.':
    'यह PDF खराब या अधूरी है। इसका स्क्रीनशॉट लेकर भेजें।',
  'This file does not begin as a PDF does. Take a screenshot of it and send that.':
    'यह फ़ाइल PDF की तरह शुरू नहीं होती। इसका स्क्रीनशॉट लेकर भेजें।',
  'This document is damaged or incomplete. Take a screenshot of it and send that.':
    'यह दस्तावेज़ खराब या अधूरा है। इसका स्क्रीनशॉट लेकर भेजें।',
  'This document has a password. Send a screenshot, or print it to a PDF.':
    'इस दस्तावेज़ में पासवर्ड है। स्क्रीनशॉट भेजें, या इसे PDF में प्रिंट करके भेजें।',
  'This document unpacks to too much. Please send it as a PDF.': 'यह दस्तावेज़ खोलने पर बहुत बड़ा है। कृपया इसे PDF में भेजें।',
  'This file is both a PDF and an archive. Please send an ordinary PDF.':
    'यह फ़ाइल PDF भी है और आर्काइव भी। कृपया साधारण PDF भेजें।',
  'This file is both a document and a program. Please send an ordinary document.':
    'यह फ़ाइल दस्तावेज़ भी है और प्रोग्राम भी। कृपया साधारण दस्तावेज़ भेजें।',
  'This file is empty. Please choose another one.': 'यह फ़ाइल खाली है। कृपया दूसरी चुनें।',
  'This is an Office file of another kind. Please send a Word document or a PDF.':
    'यह दूसरी तरह की Office फ़ाइल है। कृपया Word दस्तावेज़ या PDF भेजें।',
  'This picture has too many pixels. Please send one of at most 12000 a side and 50 megapixels.':
    'इस तस्वीर में बहुत ज़्यादा पिक्सेल हैं। कृपया ज़्यादा से ज़्यादा 12000 पिक्सेल चौड़ी या ऊंची और 50 मेगापिक्सेल की तस्वीर भेजें।',
  'This picture is damaged or incomplete. Take a screenshot of it and send that.':
    'यह तस्वीर खराब या अधूरी है। इसका स्क्रीनशॉट लेकर भेजें।',
} as const;
