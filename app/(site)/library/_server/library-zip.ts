import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { h } from 'hastscript'
import { ZipFile } from 'yazl'
import { currentOwner } from '@/app/_server/current-session'
import { writeDocument } from '@/lib/base/markdown/write-document'
import { listPurchases, type PurchaseView } from '@/lib/payments/list-purchases'
import { type Owner, ownsNothing } from '@/lib/payments/payment-sql'
import { DOCUMENT_STYLES } from '@/lib/shop/sellers/produce/produce-goods'
import { running } from '@/lib/site/compose/running'
import { readCopies } from './library'

/**
 * Everything that the reader can save, as a ZIP file that is written as it is read; null without any purchase of theirs.
 * Where an entry fails, so does the file, without the list at its end: no part is taken for the whole.
 */
export async function readLibraryZip(): Promise<ReadableStream | null> {
  const owner = await currentOwner()
  if (ownsNothing(owner)) return null
  const zip = new ZipFile()
  const output = zip.outputStream as Readable // A PassThrough, declared as less.
  const fail = (error: Error) => void output.destroy(error)
  zip.on('error', fail)
  addCopies(zip, owner).catch(fail)
  return Readable.toWeb(output) as ReadableStream // The types of Node.js and of browsers for one class.
}

type SavedPurchase = Pick<PurchaseView, 'resourceUri' | 'settledAt'> & { title: string; shop: string; names: string[] }

/** Adds all texts and files of an owner, newest first and one at a time, then an index. What was bought twice is there once. */
async function addCopies(zip: ZipFile, owner: Owner): Promise<void> {
  const saved: SavedPurchase[] = []
  const seen = new Set<string>()
  for await (const purchases of pagesOf(owner)) {
    const copies = await readCopies(purchases)
    for (const { paymentId, resourceUri, settledAt } of purchases) {
      const copy = copies.get(paymentId)
      if (!copy || seen.has(copy.key)) continue
      seen.add(copy.key)
      const isFile = copy.kind === 'file'
      const names: string[] = []
      for (const type of isFile ? (['text/html'] as const) : (['text/html', 'text/markdown'] as const)) {
        const produced = await copy.produce(type)
        if (!produced?.body) continue
        const name = `${isFile ? 'files' : 'texts'}/${seen.size}-${plainName(nameOf(produced))}`
        names.push(name)
        await addEntry(zip, name, Readable.fromWeb(produced.body as never)) // As above.
      }
      saved.push({ resourceUri, settledAt, title: copy.title, shop: copy.shop, names })
    }
  }
  zip.addBuffer(Buffer.from(writeIndex(saved)), 'index.html')
  zip.end()
}

/** Settles once the entry is written, so that one is open at a time; it is dropped where the reader goes away. */
async function addEntry(zip: ZipFile, name: string, entry: Readable): Promise<void> {
  const stop = () => void entry.destroy()
  zip.outputStream.once('close', stop)
  zip.addReadStream(entry, name, { compressionLevel: 1 })
  await finished(entry)
  zip.outputStream.off('close', stop)
}

/** Purchases of one moment may stand on two pages. */
async function* pagesOf(owner: Owner): AsyncGenerator<PurchaseView[]> {
  let last: PurchaseView | undefined
  for (;;) {
    const before = last && { before: new Date(last.settledAt.getTime() + 1) }
    const purchases = await listPurchases(running('site').database, { owner, ...before })
    const next = purchases.at(-1)
    if (!next || next.paymentId === last?.paymentId) return
    yield purchases
    last = next
  }
}

/** A file's own name: its seller chose it. */
const nameOf = ({ headers }: Response): string =>
  decodeURIComponent(/filename\*=UTF-8''([^;]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'file')

/** Without what leads to another folder, or what a system refuses. */
const plainName = (name: string): string =>
  name.replace(/[^\p{L}\p{N} ()+,.=@_-]+/gu, '_').replace(/^[ .]+|[ .]+$/g, '_')

function writeIndex(saved: readonly SavedPurchase[]): string {
  const items = saved.map(({ title, shop, settledAt, resourceUri, names }) =>
    h('li', [
      h('strong', { dir: 'auto' }, title),
      ` ${shop}, ${settledAt.toISOString().slice(0, 10)}: `,
      ...names.flatMap((name) => [h('a', { href: encodeURI(name) }, name.replace(/^[^/]+\//, '')), ' ']),
      h('br'),
      h('small', resourceUri),
    ]),
  )
  const title = `Library of ${running('site').env.site.name}`
  return writeDocument({ title, styles: DOCUMENT_STYLES, body: [h('main', h('h1', title), h('ul', items))] })
}
