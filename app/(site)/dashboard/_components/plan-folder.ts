import type { Translate } from '@/lib/messages/translate'
import { type ImportedArticle, LARGEST_MARKDOWN_BYTES, readMarkdownFile } from './read-markdown-file'

/** One text of a folder, as it would be sold. */
export type PlannedArticle = ImportedArticle & {
  /** Its path within the folder, which tells it from the others. */
  file: string
  /** What the text shows: each address as it is written, and the file in the folder that it means. */
  images: { written: string; file: File }[]
  /** Addresses of images that no file in the folder fits. */
  missing: string[]
}

export type FolderPlan = {
  articles: PlannedArticle[]
  /** Texts that cannot be read, and why. */
  refused: { file: string; message: string }[]
}

/** More texts than this are imported in several goes. */
export const MOST_TEXTS = 200

const TEXT = /\.(md|markdown)$/i
const IMAGE = /\.(jpe?g|png|webp|gif)$/i
/** `![words](address "title")`: what stands before the address, and the address. */
const SHOWN = /(!\[(?:[^\]\\]|\\.)*\]\([ \t]*)(<[^<>\n]*>|[^\s()]+)/g

/**
 * Reads the texts of a folder as other programs keep them (`readMarkdownFile` says how), and finds the images beside
 * them. Files that begin with a dot, or lie in such a folder, are passed over.
 */
export async function planFolder(t: Translate<'folderImport'>, files: readonly File[]): Promise<FolderPlan> {
  const shown = files
    .map((file): [string, File] => [file.webkitRelativePath || file.name, file])
    .filter(([path]) => path.split('/').every((part) => !part.startsWith('.')))
  const images = new Map(shown.filter(([path]) => IMAGE.test(path)))
  const texts = shown.filter(([path]) => TEXT.test(path)).sort(([a], [b]) => a.localeCompare(b, 'en'))
  const plan: FolderPlan = { articles: [], refused: [] }
  for (const [path, file] of texts.slice(0, MOST_TEXTS)) {
    try {
      plan.articles.push(await planText(t, path, file, images))
    } catch (error) {
      const [message = ''] = error instanceof Error ? error.message.split('\n') : []
      plan.refused.push({ file: path, message })
    }
  }
  const message = t('refused.tooMany', { count: MOST_TEXTS })
  plan.refused.push(...texts.slice(MOST_TEXTS).map(([file]) => ({ file, message })))
  return plan
}

async function planText(
  t: Translate<'folderImport'>,
  path: string,
  file: File,
  images: ReadonlyMap<string, File>,
): Promise<PlannedArticle> {
  if (file.size > LARGEST_MARKDOWN_BYTES) throw new Error(t('refused.tooLarge'))
  const article = readMarkdownFile(await file.text(), file.name)
  if (article.body === '') throw new Error(t('refused.nothingPaid'))
  const written = new Set(addressesIn(`${article.teaser}\n${article.body}`).filter(isBeside))
  const found = [...written].map((address) => ({ written: address, file: findBeside(images, path, address) }))
  return {
    ...article,
    file: path,
    images: found.flatMap(({ written: address, file: image }) => (image ? [{ written: address, file: image }] : [])),
    missing: found.flatMap(({ written: address, file: image }) => (image ? [] : [plain(address)])),
  }
}

const addressesIn = (text: string): string[] => [...text.matchAll(SHOWN)].map(([, , address = '']) => address)

/** Anything but an address of the web, of an image that the shop has already, or of a place in the text. */
const isBeside = (address: string) => !/^<?(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(address)

/** The same text, with other addresses for its images. */
export function withImages(text: string, addresses: ReadonlyMap<string, string>): string {
  return text.replace(SHOWN, (whole, before: string, address: string) => {
    const sent = addresses.get(address)
    return sent === undefined ? whole : before + sent
  })
}

/** As it is meant: without angle brackets, escapes and what a server would be asked. */
function plain(address: string): string {
  const bare = address.replace(/^<|>$/g, '').replace(/[?#].*$/, '')
  try {
    return decodeURIComponent(bare)
  } catch {
    // A name with a percent sign in it.
    return bare
  }
}

/** Beside the text, at the folder's top, or, as sites keep them, below `static` or `public`. */
function findBeside(images: ReadonlyMap<string, File>, path: string, address: string): File | null {
  const wanted = plain(address)
  const folder = path.split('/').slice(0, -1)
  const [top = ''] = folder
  const below = (base: readonly string[]) => normalise([...base, ...wanted.split('/')])
  const candidates = [below(folder), below([top]), below([top, 'static']), below([top, 'public'])]
  return candidates.map((candidate) => images.get(candidate)).find((image) => image !== undefined) ?? null
}

function normalise(parts: readonly string[]): string {
  const kept: string[] = []
  for (const part of parts) {
    if (part === '..') kept.pop()
    else if (part !== '' && part !== '.') kept.push(part)
  }
  return kept.join('/')
}
