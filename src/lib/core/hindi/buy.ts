export const BUY = {
  Tokens: 'टोकन',
  'Amount (INR)': 'राशि (INR)',
  '{amount} buys the same {quantity}.': 'इतने ही {quantity} के लिए {amount} काफ़ी हैं।',
  'Round to {amount}': '{amount} कर दें',
  'From {least} to {most}.': '{least} से {most} तक।',
  'From {least}, the price of one token.': 'कम से कम {least}, यानी एक टोकन की कीमत।',
  'From {least}.': 'कम से कम {least}।',
  'You get whole tokens only.': 'आपको केवल पूरे टोकन मिलते हैं।',
  'Opening the payment.': 'पेमेंट का पेज खुल रहा है।',
  'Price per token': 'एक टोकन की कीमत',
  Summary: 'सारांश',
  'A UPI app takes at most {limit} in one payment. The next step has the other ways to pay.':
    'UPI ऐप से एक बार में ज़्यादा से ज़्यादा {limit} का पेमेंट होता है। भुगतान के दूसरे तरीके अगले चरण में हैं।',
  'BUY NOW': 'अभी खरीदें',
  'Nothing is charged here. Next you pay and send the proof. Your tokens are credited once our team has confirmed the payment.':
    'यहां आपसे कोई पैसा नहीं लिया जाता। अगले चरण में आप भुगतान करके प्रमाण भेजेंगे। हमारी टीम के पेमेंट की पुष्टि करते ही टोकन आपके खाते में जमा हो जाएंगे।',
  'Order Amount': 'ऑर्डर की राशि',
  'Platform Fees ({percent})': 'प्लेटफ़ॉर्म शुल्क ({percent})',
  'Total Amount': 'कुल राशि',
  'Tokens received': 'मिलने वाले टोकन',
  'Approximate total': 'अनुमानित कुल राशि',
  'Orders in review': 'जांच में ऑर्डर',
  'See the order': 'ऑर्डर देखें',
  '{count} more in review': '{count} और की जांच जारी है',
  'In review. It takes longer than usual. Please do not pay again.':
    'जांच जारी है। इसमें सामान्य से ज़्यादा समय लग रहा है। कृपया दोबारा भुगतान न करें।',
  'In review, usually within a day.': 'जांच जारी है, आमतौर पर एक दिन में पूरी होती है।',
  'Usually within a day.': 'आमतौर पर एक दिन में।',
  'It takes longer than usual.': 'इसमें सामान्य से ज़्यादा समय लग रहा है।',
  'Our team has a question. Please answer it, and the review goes on.':
    'हमारी टीम का एक सवाल है। कृपया जवाब दें, फिर जांच आगे बढ़ेगी।',
  'under 1%': '1% से कम',
  '{percent} sold or reserved': '{percent} बिक चुके या आरक्षित',
  'of {total}': 'कुल {total} में से',
  'Remaining private supply': 'बाकी प्राइवेट सप्लाई',
  'Failed to fetch token price': 'टोकन की कीमत नहीं मिल सकी',

  // What is wrong with an order; the server says it too
  'Please enter a valid amount.': 'कृपया सही राशि लिखें।',
  'No token selected.': 'कोई टोकन नहीं चुना गया।',
  'Please select a token to proceed.': 'आगे बढ़ने के लिए कृपया टोकन चुनें।',
  'The smallest order is {least}, the price of one token.': 'सबसे छोटा ऑर्डर {least} का है, यानी एक टोकन की कीमत।',
  'The smallest order is {least}.': 'सबसे छोटा ऑर्डर {least} का है।',
  'The largest order is {most}. Please enter a smaller amount.': 'सबसे बड़ा ऑर्डर {most} का है। कृपया कम राशि लिखें।',
  'All tokens of this sale are sold or on hold.': 'इस बिक्री के सभी टोकन बिक चुके या आरक्षित हैं।',
  'Only {left} tokens are left. Please enter a smaller amount.': 'केवल {left} टोकन बाकी हैं। कृपया कम राशि लिखें।',
  'The sale is paused: {reason}': 'बिक्री रोकी गई है: {reason}',
  'The sale has ended: the stock of all members is frozen for the launch.':
    'बिक्री समाप्त हो गई है: लॉन्च के लिए सभी सदस्यों का स्टॉक लॉक है।',
  'You have {count} open payment. Please wait for its review before you submit another one.':
    'आपके {count} पेमेंट की जांच बाकी है। अगला पेमेंट भेजने से पहले कृपया इसकी जांच पूरी होने दें।',
  'You have {count} open payments. Please wait for their review before you submit another one.':
    'आपके {count} पेमेंट की जांच बाकी है। अगला पेमेंट भेजने से पहले कृपया इनकी जांच पूरी होने दें।',
  'Your open payments hold as many tokens as one member may hold. Please wait for their review before you submit another one.':
    'एक सदस्य जितने टोकन आरक्षित रख सकता है, उतने आपके बाकी पेमेंट में आरक्षित हैं। अगला पेमेंट भेजने से पहले कृपया इनकी जांच पूरी होने दें।',
  'Your open payments may hold only {left} more tokens. Please enter a smaller amount, or wait for their review.':
    'आपके बाकी पेमेंट में केवल {left} टोकन और आरक्षित हो सकते हैं। कृपया कम राशि लिखें, या जांच पूरी होने दें।',
  'Many orders without a proof of payment are waiting. Please send the proof of your payment with this order: a screenshot or a PDF.':
    'पेमेंट के प्रमाण के बिना बहुत से ऑर्डर बाकी हैं। कृपया इस ऑर्डर के साथ अपने पेमेंट का प्रमाण भेजें: स्क्रीनशॉट या PDF।',
  'Many orders are arriving right now. Please send your order again.':
    'इस समय बहुत से ऑर्डर आ रहे हैं। कृपया अपना ऑर्डर दोबारा भेजें।',
} as const;
