/** Names and places of the demonstration: made-up people of all regions of India. Postal codes are those of the cities. */

export interface Region {
  /** How many members of a hundred come from here. */
  readonly share: number;
  readonly men: readonly string[];
  readonly women: readonly string[];
  readonly families: readonly string[];
  readonly pincodes: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** A Sikh woman has Kaur where a man has Singh; both are left to the family names here. */
export const REGIONS: readonly Region[] = [
  {
    share: 17,
    men: words('Amit Rahul Vikas Saurabh Nitin Ankit Deepak Rohit Alok Manish Abhishek Gaurav Piyush Shivam'),
    women: words('Priya Neha Pooja Shweta Anjali Ritu Swati Kavita Nidhi Garima Shalini Preeti Jyoti'),
    families: words('Sharma Gupta Verma Mishra Tiwari Pandey Srivastava Agarwal Yadav Saxena Dubey Chauhan'),
    pincodes: words('110017 110092 201301 226010 208001 221005 250001 282002 462003 452001 122002 800001'),
  },
  {
    share: 6,
    men: words('Gurpreet Harjit Manpreet Jaspreet Amarjeet Karan Sukhdev'),
    women: words('Simran Harleen Jasleen Navneet Amrit Manjeet'),
    families: words('Singh Gill Sandhu Dhillon Bedi Ahluwalia Arora Khanna'),
    pincodes: words('160017 141001 143001 144001 147001'),
  },
  {
    share: 5,
    men: words('Mahendra Kishan Bhavesh Lokesh Dinesh Yashwant'),
    women: words('Kiran Rekha Divya Sunita Meenakshi'),
    families: words('Rathore Shekhawat Maheshwari Jain Bhati Choudhary'),
    pincodes: words('302001 313001 342001 324005 305001'),
  },
  {
    share: 11,
    men: words('Jignesh Hardik Chirag Mehul Kalpesh Parth Dhaval Nirav Harsh'),
    women: words('Hetal Bhumi Kinjal Falguni Dhara Komal Krupa'),
    families: words('Patel Shah Mehta Desai Joshi Trivedi Parmar Solanki Thakkar Modi'),
    pincodes: words('380015 395007 390001 360001 364001 382421'),
  },
  {
    share: 14,
    men: words('Sachin Aniket Omkar Prasad Sameer Tejas Vinayak Shantanu Ajinkya Kedar'),
    women: words('Snehal Rutuja Madhuri Pallavi Ashwini Mrunal Sayali Vaishnavi'),
    families: words('Deshmukh Patil Kulkarni Joshi Pawar Gaikwad Bhosale Shinde Jadhav Kale Deshpande'),
    pincodes: words('400001 400053 400072 411004 411045 440010 422005 416003 431001'),
  },
  {
    share: 4,
    men: words('Savio Joel Ryan Melvin Clyde'),
    women: words('Sharon Andrea Valerie Lorna'),
    families: words('Fernandes DSouza Pereira Rodrigues Noronha'),
    pincodes: words('403001 403601 400050'),
  },
  {
    share: 8,
    men: words('Sourav Anirban Subhasish Debashish Arindam Kaushik Partha'),
    women: words('Sreyashi Moumita Ananya Debjani Paromita Tanushree'),
    families: words('Banerjee Chatterjee Mukherjee Ghosh Bose Das Sen Roy Dutta'),
    pincodes: words('700019 700091 711101 713201 734001'),
  },
  {
    share: 5,
    men: words('Biswajit Soumya Prakash Hemanta Bhaskar Dhruba'),
    women: words('Itishree Sasmita Rituparna Barnali Mitali'),
    families: words('Mohanty Panda Sahoo Nayak Borah Saikia Kalita Goswami'),
    pincodes: words('751001 753001 769001 781005 786001'),
  },
  {
    share: 3,
    men: words('Lalrinmawia Thangboi Tenzin Bendang Wanphrang'),
    women: words('Lalthanpuii Chingkhei Ibanri Pema Achingliu'),
    families: words('Hmar Singha Lepcha Longkumer Lyngdoh Bhutia'),
    pincodes: words('796001 795001 797112 793001 737101'),
  },
  {
    share: 9,
    men: words('Karthik Senthil Arun Vignesh Prabhu Saravanan Muthukumar Bharath'),
    women: words('Lakshmi Nandhini Kavya Revathi Abinaya Meera Sangeetha'),
    families: words('Subramanian Raman Natarajan Iyer Murugan Selvam Krishnan Rajendran'),
    pincodes: words('600004 600041 641012 625001 620001 636007'),
  },
  {
    share: 9,
    men: words('Srinivas Venkatesh Naveen Kiran Sai Ravi Harish Chaitanya'),
    women: words('Sravani Lavanya Swathi Harika Bhavana Sirisha Anusha'),
    families: words('Reddy Rao Naidu Chowdary Varma Goud Prasad Murthy'),
    pincodes: words('500034 500081 530003 520010 506002 517501'),
  },
  {
    share: 7,
    men: words('Manjunath Raghavendra Girish Suhas Basavaraj Pramod'),
    women: words('Chaitra Deepa Sahana Roopa Shilpa Spoorthi'),
    families: words('Gowda Hegde Shetty Bhat Kamath Patil Nayak'),
    pincodes: words('560034 560076 560103 570001 575003 580020'),
  },
  {
    share: 6,
    men: words('Anoop Sreejith Vishnu Jithin Rajeev Bijoy'),
    women: words('Athira Remya Gayathri Sreelakshmi Anju Tessy'),
    families: words('Nair Menon Pillai Kurian Varghese Nambiar Thomas'),
    pincodes: words('682016 695001 673001 680001 686001'),
  },
  {
    share: 6,
    men: words('Imran Faisal Arshad Zubair Sajid Adil Irfan'),
    women: words('Ayesha Sana Farah Nazia Rubina Zoya'),
    families: words('Khan Ansari Shaikh Siddiqui Qureshi Mir Wani Pathan'),
    pincodes: words('190001 500002 226003 110025 400008 462001'),
  },
];

/** Kept free for examples (RFC 2606): a mail to a made-up person reaches nobody. */
export const MAIL_DOMAINS = [
  ['example.com', 6],
  ['example.org', 2],
  ['example.net', 2],
] as const;
