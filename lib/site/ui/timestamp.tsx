import clsx from 'clsx'
import { useFormatter } from 'next-intl'

type TimestampProps = { at: Date; mayBreak?: boolean; hasSeconds?: boolean }

/** A moment in UTC, the same on the server and in every browser; the exact second is in the title. */
export function Timestamp({ at, mayBreak = false, hasSeconds = false }: TimestampProps) {
  const format = useFormatter()
  const moment = format.dateTime(at, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(hasSeconds && { second: '2-digit' as const }),
    timeZone: 'UTC',
  })
  return (
    <time
      dateTime={at.toISOString()}
      title={at.toISOString()}
      className={clsx('tabular-nums', !mayBreak && 'whitespace-nowrap')}
    >
      {moment} UTC
    </time>
  )
}
