export const RECEIPT = {
  'This receipt is cancelled.': 'यह रसीद रद्द है।',
  'The approval was reversed on {day}, and the tokens were removed.': '{day} को स्वीकृति वापस ली गई और टोकन हटा दिए गए।',
  'Stock credited, transaction hash': 'जमा हुए स्टॉक का ट्रांज़ैक्शन हैश',
  'Signed checkpoint of the ledger': 'लेजर का हस्ताक्षरित चेकपॉइंट',
  'With this copy anybody can prove later that no earlier entry was changed or removed.':
    'इस प्रति से कोई भी बाद में साबित कर सकता है कि पहले की कोई एंट्री बदली या हटाई नहीं गई।',
  'Computer-generated receipt. It has been cancelled and confirms no payment.':
    'कंप्यूटर से बनी रसीद। यह रद्द कर दी गई है और किसी भुगतान की पुष्टि नहीं करती।',
  'Computer-generated receipt; no signature required. It confirms a payment and is not a tax invoice.':
    'कंप्यूटर से बनी रसीद; हस्ताक्षर की ज़रूरत नहीं है। यह भुगतान की पुष्टि करती है और टैक्स इनवॉइस नहीं है।',
  'Payment receipt': 'भुगतान की रसीद',
  'Approved on {day}': 'स्वीकृत: {day}',
  'Received from': 'भुगतानकर्ता',
  'Member ID {id}': 'सदस्य ID {id}',
  'UTR or Transaction Number {number}': 'UTR या ट्रांज़ैक्शन नंबर {number}',
  'Order # {number}': 'ऑर्डर # {number}',
  'Submitted on {day}': 'भेजा गया: {day}',
  'What was paid for': 'भुगतान का विवरण',
  Description: 'मद',
  '{name} tokens': '{name} टोकन',
  '{tokens} at {price} each': '{tokens}, {price} प्रति टोकन',
  'The member stated {amount} as paid.': 'सदस्य ने {amount} का भुगतान बताया है।',
  'Receipt {number}': 'रसीद {number}',
  'Back to Payment History': 'पेमेंट हिस्ट्री पर वापस',
  'Print or save as PDF': 'प्रिंट करें या PDF में सहेजें',
  'Receipt not found.': 'रसीद नहीं मिली।',
  'A receipt is there once a payment has been approved.': 'पेमेंट स्वीकृत होने पर रसीद मिलती है।',
} as const;
