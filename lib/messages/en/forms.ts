/** What every form of the dashboard may have to say. */
export const forms = {
  notSaved: 'Not saved yet',
  noAnswer: 'No answer came, so it may not be done. What you typed is still here: try again in a moment.',
} as const
