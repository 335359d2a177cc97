/** The demo's page that has a text summarised. */
export const summarize = {
  title: 'Summarise a text',
  description: 'The sentences that carry a text, charged by its length, up to a ceiling that you sign.',
  about:
    'You sign for a ceiling before anything happens, and you are charged for what was used: 0.01 USDC for each {characters, number} characters of your text, or part of them.',
  again: 'Summarise another text',
  extent: '{kept, number} of {total, number} sentences kept, from {characters, number} characters.',
  answer: 'The answer as it came',
  text: 'Your text',
  length: '{count, number} of at most {most, number} characters',
  shorten: 'Shorten it by {count, number} characters.',
  costs: 'This text costs',
  fee: 'Network fee',
  noFee: 'None',
  signFor: 'You sign for at most',
  tooLong: 'The text is too long to be summarised.',
  enter: 'Enter a text to go on.',
} as const
