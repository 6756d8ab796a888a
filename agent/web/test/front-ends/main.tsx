// Pages that are not Toolwright's, each with the stock client of its front end: by the hash of the address.
import { createRoot } from "react-dom/client";
import { AgUi } from "./ag-ui.tsx";
import { UseChat } from "./use-chat.tsx";

const root = createRoot(document.querySelector("#app") ?? document.body);
root.render(location.hash === "#ag-ui" ? <AgUi /> : <UseChat />);
