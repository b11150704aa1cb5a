export const FACTORS = {
  // The second step of a sign-in
  'Use a passkey': 'पासकी का उपयोग करें',
  'Use the authenticator app': 'ऑथेंटिकेटर ऐप का उपयोग करें',
  'Use a recovery code': 'रिकवरी कोड का उपयोग करें',
  'Log in to the administration': 'एडमिन पेज पर लॉग इन करें',
  'Open one try': 'एक मौका खोलें',
  'Many wrong codes were typed for your account. This link opens one try for you: log in here, in this window, with your password and the code of your app.':
    'आपके खाते के लिए कई गलत कोड डाले गए। यह लिंक आपके लिए एक मौका खोलता है: यहीं, इसी विंडो में, अपने पासवर्ड और ऐप के कोड से लॉग इन करें।',
  'One try is open in this window. Please wait for a new code of your app, and log in.':
    'इस विंडो में एक मौका खुला है। कृपया अपने ऐप के नए कोड का इंतज़ार करें और लॉग इन करें।',
  Back: 'वापस',
  'Please confirm with your passkey to finish.': 'पूरा करने के लिए कृपया अपनी पासकी से पुष्टि करें।',
  'Waiting for your passkey...': 'आपकी पासकी का इंतज़ार है...',
  'Use passkey': 'पासकी का उपयोग करें',
  'Please enter the 6 digits of your authenticator app.': 'कृपया अपने ऑथेंटिकेटर ऐप के 6 अंक लिखें।',
  'Please enter one of your recovery codes.': 'कृपया अपना कोई एक रिकवरी कोड लिखें।',
  'Open your authenticator app and enter its code for this site.': 'अपना ऑथेंटिकेटर ऐप खोलें और इस साइट का कोड लिखें।',
  'Code of the app': 'ऐप का कोड',
  'Each recovery code works once. We mail you when one is used.':
    'हर रिकवरी कोड एक बार काम करता है। किसी के उपयोग होने पर हम आपको ईमेल भेजते हैं।',
  'Recovery code': 'रिकवरी कोड',
  'Checking...': 'जांच हो रही है...',

  // Passkeys
  or: 'या',
  'Sign in with a passkey': 'पासकी से लॉग इन करें',
  'This browser does not support passkeys.': 'यह ब्राउज़र पासकी के साथ काम नहीं करता।',
  'No passkey was used. Please try again.': 'किसी पासकी का उपयोग नहीं हुआ। कृपया फिर कोशिश करें।',
  'This device already has a passkey for your account.': 'इस डिवाइस पर आपके खाते की पासकी पहले से है।',
  'This browser does not allow passkeys for this address.': 'यह ब्राउज़र इस पते पर पासकी की अनुमति नहीं देता।',
  'The passkey could not be used. Please try again.': 'पासकी का उपयोग नहीं हो सका। कृपया फिर कोशिश करें।',
  'Failed to login': 'लॉग इन नहीं हो सका',

  // Before a sensitive action
  'Confirm that it is you': 'पुष्टि करें कि यह आप हैं',
  'This action needs a sign-in of the last 10 minutes.': 'इस काम के लिए पिछले 10 मिनट का लॉग इन चाहिए।',
  'Confirm with your passkey to continue.': 'आगे बढ़ने के लिए अपनी पासकी से पुष्टि करें।',
  'Waiting...': 'इंतज़ार है...',
  'Enter the code of your authenticator app to continue.': 'आगे बढ़ने के लिए अपने ऑथेंटिकेटर ऐप का कोड लिखें।',
  'Enter one of your recovery codes to continue.': 'आगे बढ़ने के लिए अपना कोई एक रिकवरी कोड लिखें।',
  'Enter the password of {email} to continue.': 'आगे बढ़ने के लिए {email} का पासवर्ड लिखें।',
  'Your current password': 'आपका मौजूदा पासवर्ड',
  'Please try again.': 'कृपया फिर कोशिश करें।',
  'Failed to confirm that it is you': 'पुष्टि नहीं हो सकी कि यह आप हैं',
  'Failed to fetch your second factors': 'आपके दूसरे चरण की जानकारी नहीं मिल सकी',
} as const;
