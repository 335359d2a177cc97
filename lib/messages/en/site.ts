/** The site as a whole, pages that are none, and pages of goods that were bought or are not sold. */
export const site = {
  description: 'Sell anything behind HTTP 402 and buy it with a wallet.',
  library: 'Your library',
  bazaar: 'See what can be bought',
  lost: 'It may have moved, or the address may have lost a letter. Nothing was charged.',
  noSuchPage: { title: 'No such page', heading: 'There is no page at this address', start: 'Go to the start' },
  bought: {
    notFound: 'Not found',
    state: 'Bought',
    save: 'Save as a file',
    file: '{name}, {kind}, {size}',
  },
  unsold: {
    title: 'Not for sale',
    seeShop: 'See the shop',
    notFound: 'There is nothing at this address',
    paused: {
      title: 'This is not for sale just now',
      detail:
        'Its seller has paused it, and you were not charged. What you have bought before opens from your library.',
    },
    suspended: {
      title: 'This is not for sale',
      detail:
        'Those who run this site have suspended it, and you were not charged. What you have bought before opens from your library.',
    },
    closed: {
      title: 'This has been closed',
      detail:
        'Those who run this site have closed it, even to those who bought it. No payment was taken now; ask its seller about an earlier one.',
    },
  },
} as const
