/**
 * What people in India take for a password, beside the words of English: given names, surnames, gods, places, cricket,
 * films, firms, what one says. The server's check adds it to the word lists of its library; the meter of the pages has
 * it alone. Lower case, without blanks.
 */
const WORDS = [
  // the product, and what the published lists begin with
  'amanat escrow trust payment secure security password passwd pass passcode welcome admin administrator root user login',
  'guest test testing demo sample default secret letmein iloveyou loveyou love lovely master superman batman spiderman',
  'monkey dragon football sunshine princess shadow computer internet google facebook whatsapp instagram youtube samsung',
  'nokia apple microsoft windows android mobile phone changeme temp temporary newpass hello hellothere freedom flower',
  'rainbow butterfly angel friend friends forever family mother father mummy papa money king queen star tiger lion',
  'summer winter spring autumn january february march april may june july august september october november december',
  'monday tuesday wednesday thursday friday saturday sunday happy birthday lucky baby hero legend allah jesus christ',
  'michael jordan charlie daniel thomas baseball hockey engineer doctor teacher manager office company school college',
  // given names
  'aarav aarti abhishek aditi aditya ajay ajit akash akshay alok amar ameya amit amita amol amrita anand ananya anil',
  'anita anjali ankit ankita anuj anurag anushka apoorva arjun arnav arun aruna arvind asha ashish ashok ashwini atul',
  'avinash ayesha babita balaji bhavana bhavesh bhavya chandan chetan chirag deepa deepak deepika devendra dhruv dilip',
  'dinesh divya fatima farhan gaurav gayatri geeta girish gopal govind harish harsh harsha hemant himanshu imran isha',
  'ishaan jagdish jay jaya jayesh jyoti kailash kajal kalpana kamal kapil karan karthik kartik kavita kavya khushi kiran',
  'komal kriti kunal lakshman lalit lata laxmi leela madhav madhu madhuri mahendra mahesh mamta manish manisha manju',
  'manoj mayank mayur meena meera megha mehul mohan mohit mohammed mukesh nagesh namrata nandini narayan naresh naveen',
  'neha nidhi nikhil nikita nilesh nisha nitin omkar pankaj parth pawan payal pooja prabhu pradeep prakash pranav prasad',
  'prashant pratik praveen preeti prem priya priyanka pushpa radha raghav rahul raj raja rajat rajesh rajiv rajni raju',
  'rakesh rakhi ram ramesh rani ranjit rashmi ravi ravindra reena rekha renu ritesh ritu riya rohan rohit roshni rupali',
  'sachin sagar saloni salman sameer sandeep sandhya sangeeta sanjana sanjay sanjeev santosh sarika sarita saurabh savita',
  'seema shabana shalini shankar sharad shashi sheetal shilpa shiv shivam shivani shreya shruti shubham siddharth simran',
  'sita sneha sonali sonam sonia srinivas subhash sudha sudhir suhas sumit sunil sunita suraj suresh swapnil swati tanvi',
  'tanya tarun tejas tushar uday uma umesh usha vaibhav vandana varsha varun vasant venkatesh vicky vidya vijay vikas',
  'vikram vimal vinay vinod vipul vishal vishnu vivek yash yashwant yogesh zara zoya',
  // surnames
  'agarwal agrawal ahuja arora bajaj banerjee bansal bhagat bhardwaj bhatia bhatt bose chakraborty chatterjee chauhan',
  'chavan chopra choudhary chowdhury das dasgupta desai deshmukh deshpande dixit dubey dutta fernandes gaikwad gandhi',
  'garg ghosh gill gokhale goswami goyal grewal gupta iyer iyengar jadhav jain jha joshi kadam kale kapoor kapadia kaur',
  'khan khanna khatri kohli kulkarni kumar kumari lal luthra mahajan malhotra malik mathur mehra mehta menon mishra mitra',
  'modi more mukherjee nair naik nanda narang nayak pandey parekh parmar patel patil pawar pillai prasad purohit rajput',
  'rana rane rao rastogi rathod rawat reddy sahu saini salunkhe sarkar sawant saxena sen seth sethi shah shaikh sharma',
  'shetty shinde shrivastava shukla singh singhal sinha solanki soni srivastava subramanian suri tandon thakur tiwari',
  'tripathi trivedi varma verma vora vyas wagh yadav',
  // gods and greetings
  'krishna ganesh ganesha ganpati ganapati shiva shiv mahadev bholenath hanuman bajrangbali lakshmi durga kali saraswati',
  'saibaba sairam omsairam jaishriram jaishreeram shriram shreeram jaimatadi jaimata matadi harharmahadev radhe',
  'radhekrishna harekrishna jaishreekrishna omnamahshivaya om swami guru waheguru satnam bismillah inshallah alhamdulillah',
  'vandemataram jaihind jai jaibharat jaimaharashtra jaibhim namaste namaskar ramram jaijinendra',
  // places
  'india indian bharat bharath hindustan hindustani mumbai bombay delhi newdelhi pune kolkata calcutta chennai madras',
  'bangalore bengaluru hyderabad jaipur gujarat kerala punjab maharashtra rajasthan ahmedabad surat lucknow kanpur nagpur',
  'indore thane bhopal patna vadodara ludhiana agra nashik faridabad meerut rajkot varanasi kashi srinagar amritsar',
  'allahabad prayagraj ranchi coimbatore vijayawada jodhpur madurai raipur kota guwahati chandigarh mysore mysuru noida',
  'gurgaon gurugram goa kochi cochin trivandrum mangalore bihar odisha assam bengal tamilnadu karnataka andhra telangana',
  'kashmir himachal haryana ganga yamuna himalaya tajmahal',
  // cricket, films, food, firms, festivals
  'cricket cricketer cricketlover ipl bcci worldcup sixer wicket googly yorker stumps century teamindia bleedblue dhoni',
  'msdhoni captaincool thala kohli virat viratkohli kingkohli rohitsharma hitman sachintendulkar tendulkar masterblaster',
  'bumrah jadeja ashwin pandya rahuldravid dravid ganguly sehwag yuvraj gavaskar kapildev csk mumbaiindians rcb kkr',
  'chennaisuperkings whistlepodu superkings knightriders royalchallengers kabaddi bollywood shahrukh srk salmankhan',
  'amitabh bachchan aamir hrithik deepikapadukone rajinikanth sholay bahubali pushpa chai samosa biryani mango masala',
  'diwali deepavali holi dussehra navratri onam pongal lohri baisakhi rakshabandhan eid ramzan republic independence',
  'monsoon rupee rupees paisa lakh crore upi paytm phonepe bhim gpay aadhaar aadhar pan sbi hdfc icici axis kotak bank',
  'tata reliance jio airtel vodafone infosys wipro flipkart swiggy zomato ambani adani maruti bajajpulsar activa',
  'dost yaar pyaar pyar jaan jaanu sona sonu chotu golu guddu pinky bunty babu beta maa mummypapa mompop',
]

export const COMMON_WORDS: readonly string[] = [...new Set(WORDS.join(' ').split(' '))]
