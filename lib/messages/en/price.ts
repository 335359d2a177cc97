/** What things cost and how long a purchase lasts, in the words of choices and receipts. */
export const price = {
  free: 'Free',
  from: 'from {amount}',
  upTo: 'up to {amount}',
  on: '{amount} on {network}',
  upToOn: 'up to {amount} on {network}',
  perCallOn: '{amount} a call on {network}',
  units: '{amount} units',
  unitsOf: '{amount} units of {asset}',
  access: {
    once: 'This one request',
    kept: 'For good, with the wallet that pays',
    lifetime: '{duration}, with the wallet that pays',
  },
  duration: {
    day: '{count, plural, one {# day} other {# days}}',
    hour: '{count, plural, one {# hour} other {# hours}}',
    minute: '{count, plural, one {# minute} other {# minutes}}',
    second: '{count, plural, one {# second} other {# seconds}}',
  },
} as const
