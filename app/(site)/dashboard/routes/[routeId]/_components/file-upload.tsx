'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { emptyForm } from '@/app/(site)/dashboard/_server/form-state'
import { moveRoute } from '@/app/(site)/dashboard/_server/route-actions'
import type { RouteView } from '@/lib/shop/sellers/routes/routes'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { FILE_CLASS, takeChosenFile } from '../../_components/chosen-file'

const MAXIMUM_BYTES = 100 * 1024 * 1024

export function FileUpload({ routeId, file, isNew }: Pick<RouteView, 'routeId' | 'file'> & { isNew: boolean }) {
  const t = useTranslations('routeForms')
  const router = useRouter()
  const [state, setState] = useState<{ isBusy: boolean; message: string; isFault: boolean }>(idle)
  const refuse = (message: string) => {
    setState(fault(message))
    return false
  }
  const send = async (chosen: FormDataEntryValue | null): Promise<boolean> => {
    if (!(chosen instanceof File) || chosen.size === 0) return refuse(t('file.chooseFirst'))
    if (chosen.size > MAXIMUM_BYTES) return refuse(t('file.tooLarge'))
    setState({ isBusy: true, message: t('file.uploading'), isFault: false })
    const answer = await upload(t, routeId, chosen)
    setState(answer === null ? { isBusy: false, message: t('image.uploaded'), isFault: false } : fault(answer))
    router.refresh()
    return answer === null
  }
  const sendChosen = useEffectEvent(async () => {
    const chosen = isNew && !file ? takeChosenFile() : null
    if (!chosen || !(await send(chosen))) return
    // Its maker pressed "Save and sell".
    const move = new FormData()
    move.set('move', 'publish')
    move.set('routeId', routeId)
    startTransition(async () => {
      const { message } = await moveRoute(emptyForm, move)
      if (message !== '') setState(fault(message))
      router.refresh()
    })
  })
  useEffect(() => {
    const timer = setTimeout(() => void sendChosen(), 0)
    return () => clearTimeout(timer)
  }, [])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!state.isBusy) void send(new FormData(event.currentTarget).get('file'))
      }}
      className="grid max-w-measure gap-3"
    >
      <h2 className="text-title font-strong">{t('file.title')}</h2>
      {file && <p>{t('file.facts', { name: file.name, bytes: file.size, mediaType: file.mediaType })}</p>}
      <label htmlFor="file" className="font-strong">
        {t(file ? 'file.replace' : 'file.choose')}
      </label>
      <input id="file" name="file" type="file" required className={FILE_CLASS} />
      <p role="status" className={state.isFault ? 'text-refused' : 'text-quiet'}>
        {state.message}
      </p>
      <p>
        <Button type="submit" variant={file ? 'plain' : 'primary'} isBusy={state.isBusy}>
          {t('file.upload')}
        </Button>
      </p>
    </form>
  )
}

const idle = { isBusy: false, message: '', isFault: false }
const fault = (message: string) => ({ isBusy: false, message, isFault: true })

/** Null when it is stored, else why not. */
async function upload(t: Translate<'routeForms'>, routeId: string, file: File): Promise<string | null> {
  const address = `/api/dashboard/routes/${routeId}/file?name=${encodeURIComponent(file.name)}`
  const headers = { 'content-type': file.type || 'application/octet-stream' }
  const answer = await fetch(address, { method: 'PUT', headers, body: file }).catch(() => null)
  if (answer?.ok) return null
  const problem: unknown = await answer?.json().catch(() => null)
  const hasDetail = typeof problem === 'object' && problem !== null && 'detail' in problem
  return hasDetail ? String(problem.detail) : t('image.brokeOff')
}
