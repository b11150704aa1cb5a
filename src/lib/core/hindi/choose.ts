export const CHOOSE = {
  'Somebody else set your password. Choose one that only you know to continue.':
    'आपका पासवर्ड किसी और ने सेट किया है। आगे बढ़ने के लिए ऐसा पासवर्ड चुनें जो केवल आप जानते हों।',
  'Choose one that only you know.': 'ऐसा पासवर्ड चुनें जो केवल आप जानते हों।',
  'Choose your password': 'अपना पासवर्ड चुनें',
  'The one that you have just logged in with.': 'वही जिससे आपने अभी लॉग इन किया है।',
  'Save and go on': 'सहेजें और आगे बढ़ें',
  'You could not be logged out. Please check your connection and try again.':
    'लॉग आउट नहीं हो सका। कृपया अपना इंटरनेट जांचें और फिर कोशिश करें।',
} as const;
