/** Names of the made-up members, by region of India, with postal codes of its cities. */

export interface Region {
  /** Percentage of the members. */
  readonly share: number;
  readonly men: readonly string[];
  readonly women: readonly string[];
  readonly families: readonly string[];
  readonly pincodes: readonly string[];
}

const listOf = (text: string): string[] => text.trim().split(/\s+/);

/** Sikh women are named Kaur where men are named Singh; both are left out of the given names here. */
export const REGIONS: readonly Region[] = [
  {
    share: 17,
    men: listOf('Amit Rahul Vikas Saurabh Nitin Ankit Deepak Rohit Alok Manish Abhishek Gaurav Piyush Shivam'),
    women: listOf('Priya Neha Pooja Shweta Anjali Ritu Swati Kavita Nidhi Garima Shalini Preeti Jyoti'),
    families: listOf('Sharma Gupta Verma Mishra Tiwari Pandey Srivastava Agarwal Yadav Saxena Dubey Chauhan'),
    pincodes: listOf('110017 110092 201301 226010 208001 221005 250001 282002 462003 452001 122002 800001'),
  },
  {
    share: 6,
    men: listOf('Gurpreet Harjit Manpreet Jaspreet Amarjeet Karan Sukhdev'),
    women: listOf('Simran Harleen Jasleen Navneet Amrit Manjeet'),
    families: listOf('Singh Gill Sandhu Dhillon Bedi Ahluwalia Arora Khanna'),
    pincodes: listOf('160017 141001 143001 144001 147001'),
  },
  {
    share: 5,
    men: listOf('Mahendra Kishan Bhavesh Lokesh Dinesh Yashwant'),
    women: listOf('Kiran Rekha Divya Sunita Meenakshi'),
    families: listOf('Rathore Shekhawat Maheshwari Jain Bhati Choudhary'),
    pincodes: listOf('302001 313001 342001 324005 305001'),
  },
  {
    share: 11,
    men: listOf('Jignesh Hardik Chirag Mehul Kalpesh Parth Dhaval Nirav Harsh'),
    women: listOf('Hetal Bhumi Kinjal Falguni Dhara Komal Krupa'),
    families: listOf('Patel Shah Mehta Desai Joshi Trivedi Parmar Solanki Thakkar Modi'),
    pincodes: listOf('380015 395007 390001 360001 364001 382421'),
  },
  {
    share: 14,
    men: listOf('Sachin Aniket Omkar Prasad Sameer Tejas Vinayak Shantanu Ajinkya Kedar'),
    women: listOf('Snehal Rutuja Madhuri Pallavi Ashwini Mrunal Sayali Vaishnavi'),
    families: listOf('Deshmukh Patil Kulkarni Joshi Pawar Gaikwad Bhosale Shinde Jadhav Kale Deshpande'),
    pincodes: listOf('400001 400053 400072 411004 411045 440010 422005 416003 431001'),
  },
  {
    share: 4,
    men: listOf('Savio Joel Ryan Melvin Clyde'),
    women: listOf('Sharon Andrea Valerie Lorna'),
    families: listOf('Fernandes DSouza Pereira Rodrigues Noronha'),
    pincodes: listOf('403001 403601 400050'),
  },
  {
    share: 8,
    men: listOf('Sourav Anirban Subhasish Debashish Arindam Kaushik Partha'),
    women: listOf('Sreyashi Moumita Ananya Debjani Paromita Tanushree'),
    families: listOf('Banerjee Chatterjee Mukherjee Ghosh Bose Das Sen Roy Dutta'),
    pincodes: listOf('700019 700091 711101 713201 734001'),
  },
  {
    share: 5,
    men: listOf('Biswajit Soumya Prakash Hemanta Bhaskar Dhruba'),
    women: listOf('Itishree Sasmita Rituparna Barnali Mitali'),
    families: listOf('Mohanty Panda Sahoo Nayak Borah Saikia Kalita Goswami'),
    pincodes: listOf('751001 753001 769001 781005 786001'),
  },
  {
    share: 3,
    men: listOf('Lalrinmawia Thangboi Tenzin Bendang Wanphrang'),
    women: listOf('Lalthanpuii Chingkhei Ibanri Pema Achingliu'),
    families: listOf('Hmar Singha Lepcha Longkumer Lyngdoh Bhutia'),
    pincodes: listOf('796001 795001 797112 793001 737101'),
  },
  {
    share: 9,
    men: listOf('Karthik Senthil Arun Vignesh Prabhu Saravanan Muthukumar Bharath'),
    women: listOf('Lakshmi Nandhini Kavya Revathi Abinaya Meera Sangeetha'),
    families: listOf('Subramanian Raman Natarajan Iyer Murugan Selvam Krishnan Rajendran'),
    pincodes: listOf('600004 600041 641012 625001 620001 636007'),
  },
  {
    share: 9,
    men: listOf('Srinivas Venkatesh Naveen Kiran Sai Ravi Harish Chaitanya'),
    women: listOf('Sravani Lavanya Swathi Harika Bhavana Sirisha Anusha'),
    families: listOf('Reddy Rao Naidu Chowdary Varma Goud Prasad Murthy'),
    pincodes: listOf('500034 500081 530003 520010 506002 517501'),
  },
  {
    share: 7,
    men: listOf('Manjunath Raghavendra Girish Suhas Basavaraj Pramod'),
    women: listOf('Chaitra Deepa Sahana Roopa Shilpa Spoorthi'),
    families: listOf('Gowda Hegde Shetty Bhat Kamath Patil Nayak'),
    pincodes: listOf('560034 560076 560103 570001 575003 580020'),
  },
  {
    share: 6,
    men: listOf('Anoop Sreejith Vishnu Jithin Rajeev Bijoy'),
    women: listOf('Athira Remya Gayathri Sreelakshmi Anju Tessy'),
    families: listOf('Nair Menon Pillai Kurian Varghese Nambiar Thomas'),
    pincodes: listOf('682016 695001 673001 680001 686001'),
  },
  {
    share: 6,
    men: listOf('Imran Faisal Arshad Zubair Sajid Adil Irfan'),
    women: listOf('Ayesha Sana Farah Nazia Rubina Zoya'),
    families: listOf('Khan Ansari Shaikh Siddiqui Qureshi Mir Wani Pathan'),
    pincodes: listOf('190001 500002 226003 110025 400008 462001'),
  },
];

/** Kept free for examples (RFC 2606): a mail to a made-up person reaches nobody. */
export const MAIL_DOMAINS = [
  ['example.com', 6],
  ['example.org', 2],
  ['example.net', 2],
] as const;
