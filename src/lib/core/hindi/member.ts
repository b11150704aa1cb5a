export const MEMBER = {
  // The frame
  'Expand sidebar': 'साइडबार खोलें',
  'Collapse sidebar': 'साइडबार छोटा करें',
  'Open menu': 'मेन्यू खोलें',
  'Close menu': 'मेन्यू बंद करें',
  'You are still logged in: the server could not be reached. Please check your connection and try again.':
    'आप अब भी लॉग इन हैं: सर्वर तक पहुंच नहीं हो पाई। कृपया अपना इंटरनेट जांचें और फिर कोशिश करें।',
  'Failed to log out': 'लॉग आउट नहीं हो सका',
  'Failed to save the language': 'भाषा सहेजी नहीं जा सकी',
  'Language saved': 'भाषा सहेज दी गई है',
  'Your session has ended': 'आपका सत्र समाप्त हो गया है',
  'Please log in again to continue. What you typed on this page is still there.':
    'आगे बढ़ने के लिए कृपया फिर से लॉग इन करें। इस पेज पर आपका लिखा हुआ सुरक्षित है।',
  'Logged in again. Nothing was lost.': 'फिर से लॉग इन हो गया। आपका लिखा कुछ भी नहीं मिटा।',
  'Leave this page': 'यह पेज छोड़ें',
  'Your password': 'आपका पासवर्ड',
  'Choose your own': 'अपना पासवर्ड चुनें',
  'Somebody else set your password. {link} by {day}. After that day you can do nothing else before it.':
    'आपका पासवर्ड किसी और ने सेट किया है। {day} तक {link}। उसके बाद आप यह किए बिना और कुछ नहीं कर पाएंगे।',

  // Pieces of screens
  '{what} could not be copied. Please select and copy it by hand.': '{what} कॉपी नहीं हो सका। कृपया इसे चुनकर खुद कॉपी करें।',
  '{what} copied': '{what} कॉपी हो गया',
  'Copy {what}': '{what} कॉपी करें',
  Copied: 'कॉपी हो गया',
  Copy: 'कॉपी करें',
  hash: 'हैश',
  'Details of {name}': '{name} का विवरण',
  'Loading...': 'लोड हो रहा है...',
  Pages: 'पेज',
  'Page {number}': 'पेज {number}',
  Prev: 'पिछला',
  Next: 'अगला',
  'Clear search': 'खोज मिटाएं',
  Confirm: 'पुष्टि करें',
  'These figures could not be read again just now, so they may be out of date.':
    'ये आंकड़े अभी दोबारा नहीं पढ़े जा सके, इसलिए ये पुराने हो सकते हैं।',
  'Choose a file': 'फ़ाइल चुनें',
  'or drop it here': 'या यहां छोड़ें',
  'Take a photo': 'फ़ोटो लें',
  'This file has {size}. Please choose one of at most {most}.':
    'यह फ़ाइल {size} की है। कृपया ज़्यादा से ज़्यादा {most} की फ़ाइल चुनें।',
  'Sending {name}': '{name} भेजी जा रही है',
  'Remove {name}': '{name} हटाएं',
  'N/A': 'उपलब्ध नहीं',
  UPI: 'UPI',
  Unlocked: 'अनलॉक',
  '{days}d {hours}h': '{days} दिन {hours} घंटे',
  '{hours}h {minutes}m': '{hours} घंटे {minutes} मिनट',
  '{minutes}m {seconds}s': '{minutes} मिनट {seconds} सेकंड',
  'expired!': 'समय समाप्त!',
} as const;
