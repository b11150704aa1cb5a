export const ANSWERS = {
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
  'We can’t reach our records right now. Please try again in a few seconds.':
    'अभी हमारे रिकॉर्ड तक पहुंच नहीं हो पा रही है। कृपया कुछ सेकंड में फिर कोशिश करें।',
  'What was sent is too large. Please send less.': 'भेजी गई जानकारी बहुत बड़ी है। कृपया कम भेजें।',
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
} as const;
