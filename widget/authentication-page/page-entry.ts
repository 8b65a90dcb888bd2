import { keepForReload } from './keep-for-reload.ts'
import { PageRun } from './run-page.ts'
import { createView } from './view.ts'

const view = createView()
if (!view.data.embedded) keepForReload(view.data)
void new PageRun(view).start()
