import { joinAtDivider } from '@/lib/markdown/free-part'
import type { Translate } from '@/lib/messages/translate'
import { type ImportedRoute, importArticle } from '../_actions/route-actions'
import { type PlannedArticle, withImages } from './plan-folder'
import { sendImage } from './send-image'

/** What counts for all articles of one go. */
export type FolderTerms = { dollars: string; networks: string[]; isSoldAtOnce: boolean }

/** Images that the shop has by now, by file: several texts may show one. */
export type SentImages = Map<File, string>

/**
 * Sends the images of an article, then makes it. What was sent before a fault is not sent again in the next try.
 * @param onImage called before each image, with its number
 */
export async function sendArticle(
  { t, words }: { t: Translate<'folderImport'>; words: Translate<'routeForms'> },
  article: PlannedArticle,
  terms: FolderTerms,
  { sent, onImage }: { sent: SentImages; onImage: (number: number) => void },
): Promise<ImportedRoute> {
  const addresses = new Map<string, string>()
  for (const [at, { written, file }] of article.images.entries()) {
    onImage(at + 1)
    const known = sent.get(file)
    const outcome =
      known === undefined ? await sendImage(words, file, () => undefined) : { ok: true as const, address: known }
    if (!outcome.ok) return { ok: false, message: t('imageFault', { name: file.name, fault: outcome.message }) }
    sent.set(file, outcome.address)
    addresses.set(written, outcome.address)
  }
  const form = new FormData()
  const [free, paid] = [article.teaser, article.body].map((text) => withImages(text, addresses))
  const fields = {
    kind: 'article',
    title: article.title,
    path: article.path,
    body: joinAtDivider({ free: free ?? '', paid: paid ?? '' }),
    'price.dollars': article.price || terms.dollars,
    state: terms.isSoldAtOnce ? 'live' : 'draft',
    access: 'kept',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const network of terms.networks) form.append('price.networks', network)
  return importArticle(form).catch(() => ({ ok: false, message: words('image.noAnswer') }))
}
