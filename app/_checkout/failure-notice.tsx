import { Notice } from '@/lib/site/ui/notice'
import type { FailureMessage } from './failure-message'

/** A failure, announced assertively. A holder who declined made a choice, and is not shown an error. */
export function FailureNotice({ failure: { title, detail, next, isDeclined } }: { failure: FailureMessage }) {
  const tone = next === 'resume' ? 'waiting' : isDeclined ? 'neutral' : 'refused'
  return (
    <Notice tone={tone} title={title} announce="assertive">
      <p>{detail}</p>
    </Notice>
  )
}
