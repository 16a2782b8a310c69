import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@service/react/styles.css";
import "./styles/theme.css";
import "./styles/base.css";
import "./styles/side-bar.css";
import "./styles/entries.css";
import "./styles/account.css";
import "./styles/desk.css";
import "./styles/new-conversation.css";
import "./styles/panel.css";
import "./styles/cards.css";
import "./styles/code.css";
import "./styles/pages.css";
import "./styles/headless.css";
import "./styles/narrow.css";
import "./styles/motion.css";
import "./styles/presses.css";
import { App } from "./app.js";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element with the id root.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
