/** The list of articles and the frame of each. */
export const articles = {
  title: 'Articles',
  description: 'Essays on paying and being paid by the request, for a few cents each.',
  about:
    'On paying and being paid by the request. A few cents each, paid once; the wallet that paid can always open them again.',
  all: 'All articles',
  minutes: '{count, number} minutes to read',
  minutesShort: '{count, number} min',
} as const
