export const PAY = {
  // The page
  Payment: 'भुगतान',
  'How to pay': 'भुगतान कैसे करें',
  'Pay {amount} by UPI or bank app': 'अपने UPI या बैंक ऐप में {amount} का भुगतान करें',
  'Come back here, tick the box and press the button': 'यहां वापस आएं, बॉक्स पर टिक करें और बटन दबाएं',
  'Send the transaction number and a screenshot': 'ट्रांज़ैक्शन नंबर और स्क्रीनशॉट भेजें',
  'Agree with our team how you hand over {amount}': 'हमारी टीम से तय करें कि {amount} कैसे देंगे',
  'Tick the box and press Confirm Payment': 'बॉक्स पर टिक करें और ‘भुगतान की पुष्टि करें’ दबाएं',
  'Pay as agreed. Our team confirms it': 'तय तरीके से भुगतान करें। हमारी टीम पुष्टि करेगी',
  'Payment details': 'भुगतान का विवरण',
  'Back to Buy Token': 'टोकन खरीदें पर वापस जाएं',
  'Order details not found in URL.': 'पते में ऑर्डर की जानकारी नहीं मिली।',
  'These are example payment details. Please do not pay to them.':
    'यह भुगतान का विवरण केवल उदाहरण है। कृपया इस पर भुगतान न करें।',
  'Bank and UPI payments are not open yet: our team has not entered its payment details. Please come back later.':
    'बैंक और UPI से भुगतान अभी शुरू नहीं हुआ है: हमारी टीम ने अपना भुगतान विवरण अभी नहीं भरा है। कृपया बाद में आएं।',

  // The order
  'Order details': 'ऑर्डर का विवरण',
  'Order #': 'ऑर्डर नंबर',
  'For {quantity}, credited once our team has confirmed your payment.':
    '{quantity} के लिए। हमारी टीम के भुगतान की पुष्टि करते ही ये आपके खाते में जमा होंगे।',

  // Ways to pay
  'Payment method': 'भुगतान का तरीका',
  Banking: 'बैंक',
  Manual: 'अन्य',
  'Transaction time': 'भुगतान का समय',
  'You can still send your proof.': 'आप अब भी अपना प्रमाण भेज सकते हैं।',
  'Next: send the proof.': 'अगला चरण: प्रमाण भेजें।',
  'Payment process cancelled.': 'भुगतान रद्द किया गया।',
  PAY: 'भुगतान करें',
  'Make Payment': 'भुगतान करें',
  'Confirm Payment': 'भुगतान की पुष्टि करें',
  'Pay in another way': 'दूसरे तरीके से भुगतान करें',
  'For cash or cheque agreed with our team. No proof needed now.':
    'हमारी टीम से तय किए गए नकद या चेक के लिए। अभी प्रमाण की ज़रूरत नहीं है।',
  'I have read and agree to the {policy}': 'मैंने {policy} पढ़ ली है और मैं उससे सहमत हूं',
  'privacy policy': 'गोपनीयता नीति',
  'Please agree to the privacy & policy to proceed.': 'आगे बढ़ने के लिए कृपया गोपनीयता नीति से सहमति दें।',
  'Please agree to the privacy policy to proceed.': 'आगे बढ़ने के लिए कृपया गोपनीयता नीति से सहमति दें।',
  'These payment details were changed on {day}. Please pay only to what you see here, not to details that you have saved before.':
    'यह भुगतान विवरण {day} को बदला गया था। कृपया केवल यहां दिख रहे विवरण पर भुगतान करें, पहले से सहेजे हुए विवरण पर नहीं।',
  Bank: 'बैंक',
  'Bank Name': 'बैंक का नाम',
  'Account Number': 'खाता संख्या',
  'Account Holder': 'खाताधारक',
  Branch: 'शाखा',
  Amount: 'राशि',
  'Amount to pay': 'भुगतान की राशि',
  '{what} copied to clipboard!': '{what}: कॉपी हो गया!',
  'Transfer by IMPS, NEFT or RTGS and write {order} in the remarks, so that we find your payment quickly.':
    'IMPS, NEFT या RTGS से भेजें और टिप्पणी में {order} लिखें, ताकि हमें आपका भुगतान जल्दी मिल जाए।',
  'UPI payment details are not available.': 'UPI से भुगतान का विवरण उपलब्ध नहीं है।',
  'Go Back': 'वापस जाएं',
  'UPI apps refuse one payment above {limit}.': 'UPI ऐप एक बार में {limit} से ज़्यादा का भुगतान नहीं लेते।',
  'Please pay by bank or ask your bank first.': 'कृपया बैंक से भुगतान करें या पहले अपने बैंक से पूछें।',
  'Please make smaller orders or ask your bank first.': 'कृपया छोटे ऑर्डर करें या पहले अपने बैंक से पूछें।',
  'Pay to': 'किसे भुगतान करें',
  'UPI apps': 'UPI ऐप',
  'Any UPI app': 'कोई भी UPI ऐप',
  'Paid to {name}. App button not working? Scan the QR code or paste the UPI ID.':
    'भुगतान {name} को मिलेगा। ऐप का बटन काम नहीं कर रहा? QR कोड स्कैन करें या UPI ID पेस्ट करें।',
  'Works with': 'इन ऐप में चलता है',
  'QR code to pay {amount} to {payee}': '{payee} को {amount} का भुगतान करने का QR कोड',
  'Scan with any UPI app': 'किसी भी UPI ऐप से स्कैन करें',
  'Scan with any UPI app on another phone. Paying from a screenshot works only for small amounts.':
    'दूसरे फ़ोन पर किसी भी UPI ऐप से स्कैन करें। स्क्रीनशॉट से भुगतान केवल छोटी राशि का हो पाता है।',

  // The proof
  'Submit Transaction Proof': 'भुगतान का प्रमाण भेजें',
  Submit: 'भेजें',
  'Submitting...': 'भेजा जा रहा है...',
  'UTR or Transaction Number': 'UTR या ट्रांज़ैक्शन नंबर',
  '12 digits': '12 अंक',
  '12, 16 or 22 characters': '12, 16 या 22 अक्षर',
  'Enter Amount': 'राशि लिखें',
  'The total you paid. Change it only if you paid a different amount.':
    'आपकी दी हुई कुल राशि। इसे तभी बदलें जब आपने कोई और राशि दी हो।',
  'Upload Transaction File': 'भुगतान की फ़ाइल अपलोड करें',
  'A screenshot, photo, PDF or Word file of the payment, up to 5 MB.':
    'भुगतान का स्क्रीनशॉट, फ़ोटो, PDF या Word फ़ाइल, 5 MB तक।',
  Uploaded: 'अपलोड हो गई',
  'Uploaded.': 'अपलोड हो गई।',
  '{size}, uploaded': '{size}, अपलोड हो गई',
  'Why it was rejected': 'अस्वीकार क्यों हुआ',
  '{order} was rejected.': '{order} अस्वीकार हुआ।',
  'No reason was given.': 'कोई कारण नहीं बताया गया।',
  'Correct what is wrong and send it again. If you have already paid, do not pay again.':
    'जो गलत है उसे ठीक करके फिर से भेजें। अगर आप भुगतान कर चुके हैं, तो दोबारा भुगतान न करें।',
  'Please enter UTR or Transaction Number.': 'कृपया UTR या ट्रांज़ैक्शन नंबर लिखें।',
  'Please upload a transaction file before submitting.': 'भेजने से पहले कृपया भुगतान की फ़ाइल अपलोड करें।',
  'File upload failed.': 'फ़ाइल अपलोड नहीं हो सकी।',
  'File upload failed for proof.': 'प्रमाण की फ़ाइल अपलोड नहीं हो सकी।',
  'File uploaded successfully': 'फ़ाइल अपलोड हो गई',
  'Failed to upload file': 'फ़ाइल अपलोड नहीं हो सकी',
  'Upload succeeded but no file ID received.': 'फ़ाइल अपलोड हुई, पर उसकी ID नहीं मिली। कृपया फिर कोशिश करें।',
  'Failed to submit manual payment.': 'भुगतान नहीं भेजा जा सका।',
  'Failed to submit token purchase': 'भुगतान का प्रमाण नहीं भेजा जा सका',
  'Token purchase submitted successfully': 'भुगतान का प्रमाण भेज दिया गया है',
  'The proof of this order has already been submitted.': 'इस ऑर्डर का प्रमाण पहले ही भेजा जा चुका है।',
  'The UTR or Transaction Number can have only letters and digits.':
    'UTR या ट्रांज़ैक्शन नंबर में केवल अंग्रेज़ी अक्षर और अंक हो सकते हैं।',
  'The UTR or Transaction Number must have {least} to {most} letters and digits.':
    'UTR या ट्रांज़ैक्शन नंबर में {least} से {most} अक्षर और अंक होने चाहिए।',
  'There are several numbers in this text. Please enter only the UTR or Transaction Number.':
    'इस टेक्स्ट में कई नंबर हैं। कृपया केवल UTR या ट्रांज़ैक्शन नंबर लिखें।',
  'This text is too long. Please enter only the UTR or Transaction Number, or paste one message of your bank.':
    'यह टेक्स्ट बहुत लंबा है। कृपया केवल UTR या ट्रांज़ैक्शन नंबर लिखें, या अपने बैंक का एक संदेश पेस्ट करें।',
  "This is Google's own transaction ID, which your bank does not know.":
    'यह Google की अपनी ट्रांज़ैक्शन ID है, जिसे आपका बैंक नहीं जानता।',
  "This is our order number, not your bank's.": 'यह हमारा ऑर्डर नंबर है, आपके बैंक का नंबर नहीं।',
  'A UPI or IMPS number has 12 digits and seldom begins with 0. If yours has 11, a digit is missing: please check it once more.':
    'UPI या IMPS नंबर में 12 अंक होते हैं और वह शायद ही 0 से शुरू होता है। अगर आपके नंबर में 11 अंक हैं, तो एक अंक छूट गया है: कृपया एक बार फिर जाँच लें।',
  'This looks like a phone number.': 'यह फ़ोन नंबर जैसा लगता है।',
  'Open the payment in your app and look for "UTR", "UPI transaction ID" or "RRN": 12 digits.':
    'अपने ऐप में भुगतान खोलें और "UTR", "UPI transaction ID" या "RRN" देखें: 12 अंक।',
  'A UPI or IMPS number has 12 digits, a NEFT number 16 or 22 characters, an RTGS number 22. Please check it once more.':
    'UPI या IMPS का नंबर 12 अंकों का होता है, NEFT का 16 या 22 अक्षरों का और RTGS का 22 का। कृपया एक बार फिर जांचें।',
  'Where do I find the UTR?': 'UTR कहां मिलेगा?',
  'Paytm, BHIM and others': 'Paytm, BHIM और अन्य',
  'Bank app or message': 'बैंक का ऐप या संदेश',
  'History → the payment → “UTR”.': 'हिस्ट्री → वह भुगतान → “UTR”।',
  'Not the Transaction ID that begins with T.': 'T से शुरू होने वाली Transaction ID नहीं।',
  'The payment → “UPI transaction ID”.': 'वह भुगतान → “UPI transaction ID”।',
  'Not the Google transaction ID (CICAg…).': 'Google transaction ID (CICAg…) नहीं।',
  'Passbook or history → the payment → “UPI Ref. No.” or “RRN”.':
    'पासबुक या हिस्ट्री → वह भुगतान → “UPI Ref. No.” या “RRN”।',
  'The transfer’s “UTR” or “Ref. No.”, also in the bank’s SMS.': 'ट्रांसफ़र का “UTR” या “Ref. No.”, बैंक के SMS में भी।',

  // An order that was submitted
  'This order has been submitted': 'यह ऑर्डर भेजा जा चुका है',
  Pending: 'जांच बाकी',
  Approved: 'स्वीकृत',
  Rejected: 'अस्वीकृत',
  Reversed: 'वापस लिया गया',
  Verified: 'सत्यापित',
  'Verification Failed': 'सत्यापन नहीं हुआ',
  Submitted: 'भेजा गया',
  'See payment history': 'पेमेंट हिस्ट्री देखें',
  'Make a new order': 'नया ऑर्डर करें',
  'We have your proof of payment, so please do not pay again. Our team is checking it.':
    'आपके भुगतान का प्रमाण हमें मिल गया है, इसलिए कृपया दोबारा भुगतान न करें। हमारी टीम उसे जांच रही है।',
  'Your payment was approved, and the tokens are in your stock.': 'आपका भुगतान स्वीकृत हुआ और टोकन आपके स्टॉक में हैं।',
  'The approval of this order was reversed, and its tokens have left your stock.':
    'इस ऑर्डर की स्वीकृति वापस ले ली गई है और इसके टोकन आपके स्टॉक से हटा दिए गए हैं।',
  'Your payment was not approved. If you have paid, open the payment history, correct what is wrong and send it again. Please do not pay again.':
    'आपका भुगतान स्वीकृत नहीं हुआ। अगर आपने भुगतान किया है, तो भुगतान इतिहास खोलें, गलती ठीक करें और फिर से भेजें। कृपया दोबारा भुगतान न करें।',
  'Your tokens are held for you while our team confirms the payment.':
    'हमारी टीम के भुगतान की पुष्टि करने तक आपके टोकन आरक्षित हैं।',
  'Your payment was confirmed, and the tokens are in your stock.': 'आपके भुगतान की पुष्टि हुई और टोकन आपके स्टॉक में हैं।',
  'Your payment could not be confirmed. If you have paid, please get in touch with our team.':
    'आपके भुगतान की पुष्टि नहीं हो सकी। अगर आपने भुगतान किया है, तो कृपया हमारी टीम से संपर्क करें।',
  'Hold ended: your tokens are no longer held. If enough are left when your payment is approved, you get them. Please do not pay again.':
    'आरक्षण समाप्त: आपके टोकन अब आरक्षित नहीं हैं। भुगतान स्वीकृत होने पर पर्याप्त टोकन बचे होंगे, तो वे आपको मिलेंगे। कृपया दोबारा भुगतान न करें।',
  'Someone else has sent the same UTR or Transaction Number. Our team will find out who has paid. You need not do anything.':
    'किसी और ने भी यही UTR या ट्रांज़ैक्शन नंबर भेजा है। हमारी टीम पता करेगी कि भुगतान किसका है। आपको कुछ नहीं करना है।',
  'Checked and approved by our team.': 'हमारी टीम ने जांचकर स्वीकृत किया।',
  'A payment that may be yours is being checked.': 'एक भुगतान आपका हो सकता है, उसकी जाँच हो रही है।',
  'We are checking this payment with the bank.': 'हम बैंक से इस भुगतान की जाँच कर रहे हैं।',
  'Found {amount}, due {due}.': '{amount} मिले, देय राशि {due} है।',
  'Seen at the bank on {day}, waiting for approval.': 'बैंक में {day} को दिखा, स्वीकृति बाकी है।',
  'Seen at the bank on {day}.': 'बैंक में {day} को दिखा।',
  'Not found yet: the statement was read up to {day}.': 'अभी नहीं मिला: स्टेटमेंट {day} तक पढ़ा गया है।',
  'Not found: the statement was read up to {day}.': 'नहीं मिला: स्टेटमेंट {day} तक पढ़ा गया है।',
  'At the bank, more than one payment or order comes into question. Our team decides: there is nothing for you to do.':
    'बैंक में एक से ज़्यादा भुगतान या ऑर्डर हो सकते हैं। हमारी टीम तय करेगी: आपको कुछ नहीं करना है।',
} as const;
