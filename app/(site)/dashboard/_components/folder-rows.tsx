import { Link } from '@/lib/ui/link'
import { lengthInWords } from './length-in-words'
import type { FolderPlan, PlannedArticle } from './plan-folder'

/** How far one text has come. */
export type Progress =
  | { kind: 'sending'; words: string }
  | { kind: 'made'; routeId: string }
  | { kind: 'fault'; words: string }

/** One text: what it becomes, and how far it is. */
export function ArticleRow({ article, progress }: { article: PlannedArticle; progress: Progress | undefined }) {
  const { title, file, missing } = article
  return (
    <li className="grid gap-1 border-t border-rule py-3">
      <p className="font-strong break-words">
        {progress?.kind === 'made' ? <Link href={`/dashboard/routes/${progress.routeId}`}>{title}</Link> : title}
      </p>
      <p className="text-small break-words text-quiet">{[file, ...factsOf(article)].join(' · ')}</p>
      {missing.length > 0 && (
        <p className="text-small break-words text-waiting">
          Not in the folder, so shown as its words: {missing.join(', ')}
        </p>
      )}
      {progress && (
        <p className={progress.kind === 'fault' ? 'text-small text-refused' : 'text-small'}>
          {progress.kind === 'made' ? 'Imported' : progress.words}
        </p>
      )}
    </li>
  )
}

function factsOf({ teaser, body, price, path, images }: PlannedArticle): string[] {
  return [
    lengthInWords(`${teaser}\n${body}`),
    images.length === 1 ? 'one image' : images.length > 1 ? `${images.length} images` : '',
    price,
    path,
  ].filter((fact) => fact !== '')
}

/** Texts that become no article, and why. */
export function RefusedTexts({ refused }: { refused: FolderPlan['refused'] }) {
  return (
    <section aria-labelledby="left-out" className="grid gap-2">
      <h2 id="left-out" className="font-strong">
        Left out
      </h2>
      <ul className="grid gap-1 text-small">
        {refused.map(({ file, message }) => (
          <li key={file} className="break-words">
            {file}: <span className="text-refused">{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
