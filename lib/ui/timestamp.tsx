import clsx from 'clsx'

const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** A moment in UTC, the same on the server and in every browser; the exact second is in the title. */
export function Timestamp({ at, mayBreak = false }: { at: Date; mayBreak?: boolean }) {
  return (
    <time
      dateTime={at.toISOString()}
      title={at.toISOString()}
      className={clsx('tabular-nums', !mayBreak && 'whitespace-nowrap')}
    >
      {format.format(at)} UTC
    </time>
  )
}
