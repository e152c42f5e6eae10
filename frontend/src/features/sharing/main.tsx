/**
 * Entry of the light document behind a share link. Apart from the API client it shares no code with the
 * signed-in app.
 */
import { createRoot } from 'react-dom/client';
import '@/shared/document/document.css';
import './styles/page.css';
import './styles/buttons.css';
import './styles/load-states.css';
import './styles/document.css';
import './styles/notices.css';
import './styles/signing.css';
import './styles/print.css';
import { shareTokenFrom } from './lib/share-token';
import { NotFound } from './page/load-states';
import { SharedPage } from './page/shared-page';

const root = document.getElementById('root');
const token = shareTokenFrom(window.location.pathname);
if (root) createRoot(root).render(token === undefined ? <NotFound /> : <SharedPage token={token} />);
