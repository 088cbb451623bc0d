/** What the people of a measurement are called, and what they sell: the first often, the last seldom. */
const list = (text: string): readonly string[] => text.split(' ')

export const FIRST_NAMES = list(
  'Asha Rahul Priya Amit Sunita Ravi Neha Vijay Anita Sanjay Kavita Suresh Pooja Rajesh Meena Arjun Divya Manoj Rekha Vikram ' +
    'Lakshmi Karan Geeta Ajay Nisha Deepak Shanti Imran Fatima Joseph Maria Gurpreet Harpreet Farhan Ayesha Naveen Swati Mohan ' +
    'Usha Ganesh Tara Omkar Leela Yash Zoya Ishaan Bhavna Chetan Ekta Wasim',
)
export const LAST_NAMES = list(
  'Sharma Patel Singh Kumar Rao Reddy Gupta Nair Khan Iyer Das Shah Joshi Mehta Verma Naidu Pillai Mishra Yadav Chauhan Desai ' +
    'Kulkarni Menon Banerjee Ghosh Bose Fernandes Dsouza Kaur Gill Ansari Shaikh Quadri Pawar Jadhav Bhat Hegde Shetty Thakur Zaveri',
)
export const THINGS = list(
  'Phone Laptop Saree Bicycle Camera Sofa Watch Guitar Fridge Television Website Logo Painting Wedding-photos Translation ' +
    'Headphones Scooter Jewellery Books Printer Tablet Mixer Carpet Cricket-bat Telescope Harmonium Drone Violin Projector Kayak',
)
