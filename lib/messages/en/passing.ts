/** What passes through a seller's route as it comes, in the words of every form that sets it. */
export const passing = {
  upload: 'Largest upload, in megabytes',
  uploadHint: 'It is passed on as it comes. Empty: a request of at most one megabyte, which is read first.',
  streaming: 'Pass its answer on as it comes: events, and files of any size',
  seconds: 'Seconds that such an answer may last',
  creditOf: 'Most that may be unpaid, in dollars, to sell it on credit too; empty for none',
  credit: {
    title: 'A metered answer that is passed on as it comes',
    usual:
      'It is sold out of payment channels: a buyer puts an amount aside, and each part is paid before it leaves. Networks without channels are left out.',
    label: 'Also sell it on credit, to buyers without a channel',
    risk: 'On credit the answer leaves first and is charged at its end. A buyer who moves the money away before that has not paid, and can come again with another wallet. The answer ends at the amount that you allow: one wallet can owe you no more.',
    most: 'Most that may be unpaid, in dollars',
    mostHint:
      'A new wallet costs a buyer about 0.002 dollars. Allow more only where you can bear to lose it again and again.',
  },
} as const
