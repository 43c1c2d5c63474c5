import { catalogue } from '../catalogue.ts';

export const dashboardPage = catalogue('dashboard', {
  title: 'Dashboard · Stillhere',
  description: 'Your scheduled deliveries and your newest items.',
  greetings: {
    morning: 'Good morning',
    afternoon: 'Good afternoon',
    evening: 'Good evening',
    morningTo: 'Good morning, {name}',
    afternoonTo: 'Good afternoon, {name}',
    eveningTo: 'Good evening, {name}',
  },
  create: 'Create',
  schedule: 'Schedule',
  plus: 'PLUS',
  profile: 'Profile',
  stats: {
    contents: 'Total Content',
    deliveries: 'Pending Deliveries',
    protocol: 'Emergency Protocol',
  },
  troubled: {
    heading: 'Did not go as planned',
    help: 'What you keep is safe. A delivery that failed can be sent again, to a corrected address.',
  },
  upcoming: {
    heading: 'Upcoming Deliveries',
    times: 'Times are {place} time unless you chose another.',
    someAndTimes: 'The next {shown} of {all}. Times are {place} time unless you chose another.',
    all: 'See all',
    none: 'Nothing is waiting to be sent.',
    schedule: 'Schedule Delivery',
  },
  recent: {
    heading: 'Recent Content',
    all: 'View all',
    none: 'Your letters and files will appear here.',
  },
  firstSteps: {
    heading: 'Where to begin',
    help: 'Three steps, and about three minutes.',
    done: ': done',
  },
});

/** Written by the server: what there is to do today, and the state of the emergency protocol. */
export const dashboardToday = catalogue('dashboard-today', {
  released: 'Your emergency protocol has ended: see above.',
  notRunning: 'Your emergency protocol isn’t running. {toDo}',
  checkIn: 'A check-in is due: see above.',
  failed: 'A delivery did not arrive: see below.',
  late: 'A delivery is late, and we keep trying.',
  pastDue: 'A payment did not go through: see below.',
  confirm: 'Please confirm your email: open the link that we sent you.',
  nothing: 'Nothing needs you today.',
  addresses: {
    email: 'Does an address still hold? It is asked beside its delivery.',
    phone: 'Does a number still hold? It is asked beside its delivery.',
  },
  protocol: {
    active: 'Active',
    inactive: 'Inactive',
    notRunning: 'Not running',
    noDays: 'We’re not counting days.',
    ended: 'Ended',
  },
});
