import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./host.css";
import "./orders.css";
import "./settings.css";
import "@service/react/styles.css";
import { App } from "./app.js";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element with the id root.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
