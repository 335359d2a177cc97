import Form from 'next/form'
import { Button } from '@/lib/ui/button'
import { TextField } from '@/lib/ui/text-field'

/** The words are in the page's address, so that a link reproduces the result; works without JavaScript. */
export function SearchForm({ search }: { search: string }) {
  return (
    <Form action="/library" role="search" className="flex max-w-measure flex-wrap items-end gap-4">
      <div className="min-w-48 flex-1">
        <TextField id="q" name="q" label="Search your purchases" type="search" defaultValue={search} maxLength={200} />
      </div>
      <Button type="submit">Search</Button>
    </Form>
  )
}
