export const FIELDS = {
  'Please enter your name.': 'कृपया अपना नाम लिखें।',
  'Your name can have at most 100 characters.': 'आपके नाम में ज़्यादा से ज़्यादा 100 अक्षर हो सकते हैं।',
  'Please enter your email address.': 'कृपया अपना ईमेल पता लिखें।',
  'Please enter a valid email address.': 'कृपया सही ईमेल पता लिखें।',
  'Please enter your mobile number.': 'कृपया अपना मोबाइल नंबर लिखें।',
  'Please enter a valid mobile number.': 'कृपया सही मोबाइल नंबर लिखें।',
  'Please enter a password.': 'कृपया पासवर्ड लिखें।',
  'Please enter your password.': 'कृपया अपना पासवर्ड लिखें।',
  'The password needs at least 8 characters.': 'पासवर्ड में कम से कम 8 अक्षर होने चाहिए।',
  'The password can have at most 128 characters.': 'पासवर्ड में ज़्यादा से ज़्यादा 128 अक्षर हो सकते हैं।',
  'A password can’t be made of spaces alone. Please use letters, digits or signs too.':
    'पासवर्ड केवल खाली जगह (स्पेस) का नहीं हो सकता। कृपया अक्षर, अंक या चिह्न भी इस्तेमाल करें।',
  'Please enter your date of birth.': 'कृपया अपनी जन्म तिथि भरें।',
  'Please enter your date of birth as a real date (YYYY-MM-DD).':
    'कृपया अपनी जन्म तिथि सही तारीख के रूप में लिखें (YYYY-MM-DD)।',
  'Please enter your pincode.': 'कृपया अपना पिनकोड लिखें।',
  'The pincode has six digits and does not begin with 0.': 'पिनकोड में छह अंक होते हैं और वह 0 से शुरू नहीं होता।',
  'Please choose a gender: male, female or other.': 'कृपया लिंग चुनें: पुरुष, महिला या अन्य।',
} as const;
