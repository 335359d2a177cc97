/** What passes through a seller's route as it comes, in the words of every form that sets it. */
export const passing = {
  upload: 'Largest upload, in megabytes',
  uploadHint: 'It is passed on as it comes. Empty: a request of at most one megabyte, which is read first.',
  streaming: 'Pass its answer on as it comes: events, and files of any size',
  seconds: 'Seconds that such an answer may last',
} as const
