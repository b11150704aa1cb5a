/** The page that checks proofs of stock, and what its check says. */
export const VERIFY = {
  'Check a proof of {symbol}': '{symbol} का प्रमाण जांचें',
  'Choose the file that you downloaded from the dashboard of {name}. It is checked in your browser and sent nowhere: you can disconnect from the network first.':
    '{name} के डैशबोर्ड से डाउनलोड की गई फ़ाइल चुनें। जांच आपके ब्राउज़र में होती है और फ़ाइल कहीं नहीं भेजी जाती: आप चाहें तो पहले इंटरनेट बंद कर सकते हैं।',
  'Proof file': 'प्रमाण की फ़ाइल',
  'Or drop the file anywhere on this page.': 'या फ़ाइल को खींचकर इस पेज पर कहीं भी छोड़ें।',
  'Please turn on JavaScript for this page: the check runs in your browser.':
    'कृपया इस पेज के लिए JavaScript चालू करें: जांच आपके ब्राउज़र में होती है।',
  'You can keep this page and open it from your disk later, without this site: {link}':
    'आप यह पेज अपने पास रख सकते हैं और बाद में इस साइट के बिना भी खोल सकते हैं: {link}',
  'Save this page': 'यह पेज सहेजें',
  'The key': 'कुंजी',
  'A proof is right only if this key signed it. Compare the key with a copy from an earlier day or from somebody else.':
    'प्रमाण तभी सही है जब उस पर इसी कुंजी के हस्ताक्षर हों। कुंजी को किसी पुराने दिन की या किसी और की कॉपी से मिलाएं।',
  'The proof is right': 'प्रमाण सही है',
  'The proof is wrong': 'प्रमाण गलत है',
  '{when}, entry {number}': '{when}, एंट्री {number}',

  // What a right proof says
  'You have no entries and own {sum}, as of checkpoint {number} of {day}.':
    '{day} के चेकपॉइंट {number} के अनुसार आपकी कोई एंट्री नहीं है और आपके पास {sum} हैं।',
  'You own {sum} in {count} entry, included in checkpoint {number} of {day}.':
    'आपके पास {count} एंट्री में {sum} हैं, जो {day} के चेकपॉइंट {number} में शामिल है।',
  'You own {sum} in {count} entries, included in checkpoint {number} of {day}.':
    'आपके पास {count} एंट्री में {sum} हैं, जो {day} के चेकपॉइंट {number} में शामिल हैं।',

  // What is wrong with one
  'The file is damaged, or is no proof.': 'फ़ाइल खराब है, या वह प्रमाण नहीं है।',
  'The file is no proof.': 'यह फ़ाइल प्रमाण नहीं है।',
  'There is no public key to check with.': 'जांच के लिए कोई सार्वजनिक कुंजी नहीं है।',
  'The statement is damaged.': 'विवरण खराब है।',
  'The statement is of another ledger than the key.': 'विवरण किसी दूसरे लेजर का है, इस कुंजी के लेजर का नहीं।',
  'The statement lists {listed} entries, but the file has {count}.': 'विवरण में {listed} एंट्री हैं, पर फ़ाइल में {count}।',
  'The entries add up to {sum}, but the statement says {balance}.': 'एंट्री का जोड़ {sum} है, पर विवरण में {balance} लिखा है।',
  '{what} was changed: its signature is wrong.': '{what} बदला गया है: उसका हस्ताक्षर गलत है।',
  '{what} is not signed by the key {keys}.': '{what} पर कुंजी {keys} के हस्ताक्षर नहीं हैं।',
  'The statement': 'विवरण',
  'Entry {number}': 'एंट्री {number}',
  '{entry}: its checkpoint': '{entry}: इसका चेकपॉइंट',
  '{entry}: its proof is damaged.': '{entry}: इसका प्रमाण खराब है।',
  '{entry}: its checkpoint is not the one of the statement.': '{entry}: इसका चेकपॉइंट विवरण वाला नहीं है।',
  '{entry}: it is not the one that the statement lists.': '{entry}: विवरण में दी गई एंट्री यह नहीं है।',
  '{entry}: it is not in the ledger, or was changed.': '{entry}: यह लेजर में नहीं है, या बदली गई है।',
  '{entry}: its form is not known.': '{entry}: इसका रूप पहचाना नहीं गया।',
  '{entry}: it belongs to somebody else.': '{entry}: यह किसी और की है।',
  'Not compared with the site. Open this page on the site to see whether it still continues this proof.':
    'साइट से मिलान नहीं किया गया। यह देखने के लिए कि साइट अब भी इस प्रमाण को आगे बढ़ाती है या नहीं, यह पेज साइट पर खोलें।',
  'The site continues this proof: its newest checkpoint has {count} entries and begins with the same.':
    'साइट इस प्रमाण को आगे बढ़ाती है: उसके सबसे नए चेकपॉइंट में {count} एंट्री हैं और शुरुआत वही है।',
  'The site no longer continues this proof': 'साइट अब इस प्रमाण को आगे नहीं बढ़ाती',
  'The signatures are right, but the ledger of the site has {count} entries now and does not begin with the same. Keep the file, and ask the company what happened.':
    'हस्ताक्षर सही हैं, लेकिन साइट के लेजर में अब {count} एंट्री हैं और उसकी शुरुआत वही नहीं है। फ़ाइल संभालकर रखें और कंपनी से पूछें कि क्या हुआ।',
  'Not compared with the site: it did not answer. Please try again later.':
    'साइट से मिलान नहीं किया गया: उसने जवाब नहीं दिया। कृपया बाद में फिर कोशिश करें।',
} as const;
