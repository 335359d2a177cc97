import { useTranslations } from 'next-intl'
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
  const t = useTranslations('folderImport')
  const facts = useFacts(article)
  return (
    <li className="grid gap-1 border-t border-rule py-3">
      <p className="font-strong break-words">
        {progress?.kind === 'made' ? <Link href={`/dashboard/routes/${progress.routeId}`}>{title}</Link> : title}
      </p>
      <p className="text-small break-words text-quiet">{[file, ...facts].join(' · ')}</p>
      {missing.length > 0 && (
        <p className="text-small break-words text-waiting">{t('missing', { images: missing.join(', ') })}</p>
      )}
      {progress && (
        <p className={progress.kind === 'fault' ? 'text-small text-refused' : 'text-small'}>
          {progress.kind === 'made' ? t('imported') : progress.words}
        </p>
      )}
    </li>
  )
}

function useFacts({ teaser, body, price, path, images }: PlannedArticle): string[] {
  const t = useTranslations('folderImport')
  const words = useTranslations('routeForms')
  return [
    lengthInWords(words, `${teaser}\n${body}`),
    images.length > 0 ? t('images', { count: images.length }) : '',
    price,
    path,
  ].filter((fact) => fact !== '')
}

/** Texts that become no article, and why. */
export function RefusedTexts({ refused }: { refused: FolderPlan['refused'] }) {
  const t = useTranslations('folderImport')
  return (
    <section aria-labelledby="left-out" className="grid gap-2">
      <h2 id="left-out" className="font-strong">
        {t('leftOut')}
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
