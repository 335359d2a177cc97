import { languages, parseLanguage } from '@/lib/site/messages/languages'
import { type Translate, translateIn } from '@/lib/site/messages/translate'

export const mailTexts = (language: string): Translate<'mails'> =>
  translateIn(parseLanguage(language) ?? languages[0], 'mails')
