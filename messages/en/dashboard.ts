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
    heading: 'Needs your attention',
    help: 'Nothing is lost. If a delivery failed, you can correct the address and send it again.',
  },
  upcoming: {
    heading: 'Upcoming Deliveries',
    times: 'Times are in {place, select, UTC {UTC} other {{place} time}} unless you chose another zone.',
    someAndTimes:
      'The next {shown} of {all}. Times are in {place, select, UTC {UTC} other {{place} time}} unless you chose another zone.',
    all: 'See all',
    none: 'Nothing is scheduled.',
    schedule: 'Schedule Delivery',
  },
  recent: {
    heading: 'Recent Content',
    all: 'View all',
    none: 'Your letters and files will appear here.',
  },
  firstSteps: {
    heading: 'Where to start',
    help: 'Three steps, about three minutes.',
    done: ': done',
  },
});

/** Written by the server: what there is to do today, and the state of the emergency protocol. */
export const dashboardToday = catalogue('dashboard-today', {
  released: 'Your emergency protocol has ended: see above.',
  notRunning: 'Your emergency protocol isn’t running. {toDo}',
  checkIn: 'A check-in is due: see above.',
  failed: 'A delivery didn’t arrive: see below.',
  late: 'A delivery is late. We keep trying.',
  pastDue: 'A payment didn’t go through: see below.',
  confirm: 'Please confirm your email: open the link we sent you.',
  unreachable: 'An email to {name} came back. Please check the address in your profile.',
  nothing: 'Nothing needs you today.',
  addresses: {
    email: 'Is an address still right? Please check it at its delivery below.',
    phone: 'Is a number still right? Please check it at its delivery below.',
  },
  protocol: {
    active: 'Active',
    inactive: 'Inactive',
    notRunning: 'Not running',
    noDays: 'We’re not counting days.',
    ended: 'Ended',
  },
});
