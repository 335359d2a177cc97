export const dashboard = {
  title: 'Dashboard',
  operatorNote: 'You run this site: <link>see what it still needs</link>.',
  closed: {
    title: 'This site takes no new shops',
    library: 'Open your library',
    about: 'You can buy here without one. What you have bought is in your library.',
  },
  signIn: {
    title: 'Sign in with your wallet to sell',
    about: 'Put a price on an article, a file or an API. There is nothing else to register, and signing costs nothing.',
  },
  noNetwork: {
    title: 'This site has no network yet',
    about:
      'Do you run it? Set an RPC server for a network, such as <code>EVM_RPC_URLS_8453</code> for Base, and your wallet in <code>OPERATOR_WALLETS</code>, and start it again. Then sign in here.',
  },
  suspension: {
    shop: 'Those who run this site have suspended your shop',
    route: 'Those who run this site have suspended your route',
    closed:
      'Nothing of it is sold until they lift that. It is also closed to those who have paid; you can refund them under Payments.',
    open: 'Nothing of it is sold until they lift that. What was paid for stays open to those who paid.',
  },
  payeeFirst: {
    title: 'Say first where your money goes',
    about: 'Nothing with a price is sold before that. It takes a minute.',
    confirm: 'Confirm a payout address',
  },
  overview: {
    title: 'Overview',
    shopAddress: 'address of your shop',
    sell: 'Sell something',
    days: '{days, number} days',
    earned: 'Earned',
    range: 'Range',
    nothingEarned: 'Nothing was earned in these days.',
    inDays: 'in {days, number} days on {network}',
    payments: '{count, plural, one {One payment} other {# payments}}',
    today: 'Today (UTC)',
    weekAgo: 'A week ago, by this time',
  },
  chart: {
    most: 'Most on {day}: <amount></amount>',
    table: 'As a table',
    caption: 'Earned by day (UTC) on {network}',
    day: 'Day',
    payments: 'Payments',
    earned: 'Earned',
  },
  best: {
    title: 'What sells best',
    caption: 'Routes by payments in {days, number} days',
    route: 'Route',
    network: 'On',
    share: 'Share',
    all: 'All earnings',
  },
  firstSteps: {
    title: 'Three steps to your first sale',
    done: 'Done',
    payee: {
      title: 'Say where your money goes',
      about: 'Confirm an address of your own on one network. Money goes straight to it.',
    },
    route: {
      title: 'Put something up for sale',
      about: 'A text, a file or an API, with a price. It is for sale as soon as you save it.',
    },
    payment: {
      title: 'See a payment come in',
      about: 'Make a test payment yourself, or give its address to somebody.',
    },
  },
  lastPayments: {
    title: 'Last payments',
    all: 'All payments',
  },
  concerns: {
    title: 'Needs you',
    none: 'Nothing now.',
    giveBack: 'Give back',
    owed: '<amount></amount> for {title}',
    undelivered: 'It came in on <time></time>, and nothing was delivered for it.',
    failing: 'Failing',
    failures:
      'Your server gave the last {failures, number} buyers no answer, most recently on <time></time>. They paid nothing.',
    webhook: 'Webhook',
    deliveries: '{failures, plural, one {One delivery} other {# deliveries}} of the last day did not arrive.',
    credit: 'Credit ended',
    formerCredit:
      'This stream was charged at its end, and a buyer could read it without paying. Now it is sold out of payment channels only. Open it, choose how it is sold, and save it.',
    leftOut: 'Left out',
    suspended: 'Suspended',
    paused: 'Paused',
    draft: 'Draft',
  },
} as const
