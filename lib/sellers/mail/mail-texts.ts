import { languages, parseLanguage } from '@/lib/messages/languages'
import { type Translate, translateIn } from '@/lib/messages/translate'

/** The texts of e-mails in a mailbox's language. */
export const mailTexts = (language: string): Translate<'mails'> =>
  translateIn(parseLanguage(language) ?? languages[0], 'mails')
