'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { queryKeys } from '@/lib/site/browser/query-keys'
import { Button, TextButton } from '@/lib/site/ui/button'

type EndSessionProps = {
  address: string
  label: string
  /** Beside an act that matters more. */
  isText?: boolean
  goTo?: string
  onEnded?: () => void
}

export function EndSession({ address, label, isText = false, goTo, onEnded }: EndSessionProps) {
  const t = useTranslations('ui.identity')
  const end = useMutation({
    mutationFn: async () => {
      const answer = await fetch(address, { method: 'DELETE' })
      // An ended session counts as success.
      if (!answer.ok && ![401, 404].includes(answer.status)) throw new Error(`The site answered ${answer.status}.`)
      onEnded?.()
      if (goTo === undefined) window.location.reload()
      else window.location.assign(goTo)
    },
  })
  return (
    <span className="grid justify-items-start gap-1">
      {isText ? (
        <TextButton disabled={end.isPending} onClick={() => end.mutate()}>
          {label}
        </TextButton>
      ) : (
        <Button isBusy={end.isPending} onClick={() => end.mutate()}>
          {label}
        </Button>
      )}
      <span role="status" className="text-small text-refused">
        {end.isError && t('failed')}
      </span>
    </span>
  )
}

/** Renews the cookie's token, which only a response can do, not a page. */
export function SessionKeeper() {
  // A failure leaves the old token, which still works; the next visit tries again.
  useQuery({ queryKey: queryKeys.session, queryFn: async () => (await fetch('/api/session')).ok, staleTime: 0 })
  return <span data-at-once className="absolute" />
}
