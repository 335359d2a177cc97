import { readFileSync, writeFileSync } from 'node:fs'
import { describeServerVariables } from '@/lib/base/infra/describe-variables'
import { listSurfaces } from '../checks/list-surfaces'
import { configurationPage } from './configuration-page'
import { surfaceFacts } from './surface-facts'
import { surfacesPage } from './surfaces-page'

/** Writes the parts of docs/ that follow from the code. */
const configuration = 'docs/configuration.md'
writeFileSync(configuration, configurationPage(describeServerVariables(), readFileSync(configuration, 'utf8')))
writeFileSync('docs/surfaces.md', surfacesPage(listSurfaces(), surfaceFacts))
