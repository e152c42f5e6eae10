/** Entry of the light document a share link opens. It shares no code with the signed-in app but the API client. */
import { createRoot } from 'react-dom/client';
import '@/shared/document/document.css';
import './shared.css';
import './answer.css';
import { NotFound } from './load-states';
import { SharedPage } from './shared-page';
import { shareTokenFrom } from './share-token';

const root = document.getElementById('root');
const token = shareTokenFrom(window.location.pathname);
if (root) createRoot(root).render(token === undefined ? <NotFound /> : <SharedPage token={token} />);
