import Form from 'next/form'
import { useTranslations } from 'next-intl'
import { Button } from '@/lib/site/ui/button'
import { TextField } from '@/lib/site/ui/text-field'

/** The words are in the page's address, so that a link reproduces the result; works without JavaScript. */
export function SearchForm({ search }: { search: string }) {
  const t = useTranslations('library.search')
  return (
    <Form action="/library" role="search" className="flex max-w-measure flex-wrap items-end gap-4">
      <div className="min-w-48 flex-1">
        <TextField id="q" name="q" label={t('label')} type="search" defaultValue={search} maxLength={200} />
      </div>
      <Button type="submit">{t('button')}</Button>
    </Form>
  )
}
