import type { BazaarTexts } from './facts-in-words'

/** "Base or Solana"; empty for an empty list. */
export const eitherInWords = (t: BazaarTexts, choices: string[]): string =>
  choices.length === 0 ? '' : choices.reduce((one, other) => t('either', { one, other }))
