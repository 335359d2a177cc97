/** The start page, of the demo and of a site of one's own. */
export const start = {
  demo: {
    title: 'Put a price on a URL. Pay it with a wallet.',
    about:
      'A request without payment gets the answer 402 and a price. A browser, a script or an agent signs a payment for it, asks again, and has what it bought. There is no account, no card form and no API key.',
    read: 'Read an article for a few cents',
    sell: 'Sell something',
  },
  own: {
    title: 'Buy by the request. Pay with a wallet.',
    about:
      'Everything sold here shows its price. Your wallet signs a payment, and it is yours: no account, no card form, no API key.',
    sold: 'Sold here',
    seeAll: 'See all {count, number}',
    nothing: 'Nothing is sold here yet',
    yours:
      'Do you run this site? Sign in with your wallet and open its first shop: an article, a file or an API can have a price in a few minutes.',
    dashboard: 'Open the dashboard',
  },
  how: {
    title: 'How it works',
    ask: 'You ask for a URL, like any other.',
    answer: 'The answer is 402: the price, the asset, the network, and who is paid.',
    sign: 'Your wallet signs a payment for exactly that. Nothing has moved yet.',
    again:
      'You ask again with the signature. It is checked and settled on the chain, and only then is the content sent.',
    keep: 'You keep it. The same wallet signs in later and does not pay again.',
  },
  places: {
    title: 'What is here',
    articles: { title: 'Articles', about: 'Things to read for a few cents, with the checkout in the page.' },
    bazaar: {
      title: 'Bazaar',
      about: 'What can be bought, here and elsewhere; whether it answers; what it costs.',
    },
    dashboard: { title: 'Dashboard', about: 'Put a price on your own URL, and see what it earns.' },
    facilitator: {
      title: 'Facilitator',
      about: 'Checks payments and settles them: on which networks, and whether they work.',
    },
    library: { title: 'Library', about: 'What your wallet has bought, with receipts.' },
  },
  try: {
    title: 'Three things to buy now',
    testMoney:
      'The commands run in a clone of Turnpike and pay with a demo wallet. Every payment settles on a real chain that runs on this machine; only the money is test money.',
    realMoney: 'The commands run in a clone of Turnpike and pay with the wallet that you give them. The money is real.',
    open: 'Open it in the browser',
    seePrice: 'See the price',
    seeCommand: 'command that shows the price of: {title}',
    pay: 'Pay it',
    payCommand: 'command that pays for: {title}',
    weather: {
      title: 'A weather reading',
      about: 'A fixed price for each request, as JSON. The readings are a small demo set, and say so.',
    },
    article: {
      title: 'An article, kept for good',
      about: 'Paid once. Afterwards the same wallet opens it by signing in.',
    },
    metered: {
      title: 'A metered article',
      about: 'You sign for a ceiling and are charged for the sections that you ask for.',
    },
  },
} as const
