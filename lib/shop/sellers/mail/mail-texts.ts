import { languages, parseLanguage } from '@/lib/site/messages/languages'
import { type Translate, translateIn } from '@/lib/site/messages/translate'

/** The texts of e-mails in a mailbox's language. */
export const mailTexts = (language: string): Translate<'mails'> =>
  translateIn(parseLanguage(language) ?? languages[0], 'mails')
