import { z } from 'zod'
import type { Mail } from '@/lib/base/infra/mailer'
import { mailTexts } from './mail-texts'

export const mailContent = z.object({
  language: z.string().default('en'),
  subject: z.string(),
  lines: z.array(z.string()),
  link: z.object({ label: z.string(), href: z.string() }).optional(),
})
export type MailContent = z.infer<typeof mailContent>

const MAXIMUM_SUBJECT = 150

/**
 * A message as it is sent: plain text, and the same as HTML with every text escaped.
 * @param unsubscribePage where a reader unsubscribes; null where there is nothing to unsubscribe from
 */
export function writeMail(
  { language, subject, lines, link }: MailContent,
  unsubscribePage: string | null,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const t = mailTexts(language)
  const text = [
    ...lines.map(oneLine),
    ...(link ? [`${link.label}: ${link.href}`] : []),
    ...(unsubscribePage ? ['--', `${t('why')} ${unsubscribePage}`] : []),
  ]
  const html = [
    ...lines.map((line) => `<p>${escapeText(oneLine(line))}</p>`),
    ...(link ? [`<p>${anchor(link.href, link.label)}</p>`] : []),
    ...(unsubscribePage
      ? [`<hr><p><small>${escapeText(t('why'))} ${anchor(unsubscribePage, t('unsubscribe'))}</small></p>`]
      : []),
  ]
  return {
    subject: [...oneLine(subject)].slice(0, MAXIMUM_SUBJECT).join(''),
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${escapeText(language)}"><body>${html.join('')}</body></html>`,
  }
}

/** Without line breaks, other control characters, and marks that reverse the direction of the following text. */
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()

const anchor = (href: string, label: string) => `<a href="${escapeText(href)}">${escapeText(label)}</a>`

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
