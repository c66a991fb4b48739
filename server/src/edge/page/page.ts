import { createHash } from 'node:crypto';
import { texts } from '@tocsin/contract/texts/edge-page';

/** Colours are those of the portal (web/src/ui/tokens.ts), and alarms have a sign and a word beside the colour. */
const style = `
:root{color-scheme:light dark;--canvas:#E9ECED;--surface:#FCFDFD;--line:#D3D9DB;--text:#14191B;--text2:#434D52;--text3:#586267;--brand:#0A5C61;--alarm:#C0141B;--onalarm:#fff;--alarmtint:#FBE4E3;--alarmtext:#A50F16;--warn:#F4AB1B;--onwarn:#1E1503;--hatch:#E4E8EA}
@media (prefers-color-scheme:dark){:root{--canvas:#0F1213;--surface:#181C1E;--line:#2A3134;--text:#E8EBEC;--text2:#B3BCC0;--text3:#929CA1;--brand:#62C6C5;--alarm:#D6282C;--alarmtint:#3A1719;--alarmtext:#FF938E;--warn:#F5B335;--hatch:#1D2224}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--text);font:14px/20px Inter,system-ui,sans-serif;font-variant-numeric:tabular-nums}
.skip{position:absolute;left:-999px}
.skip:focus{left:8px;top:8px;background:var(--surface);padding:8px;border-radius:6px}
header{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:baseline;padding:12px 20px;background:var(--surface);border-bottom:1px solid var(--line)}
h1{font-size:20px;line-height:28px;font-weight:650;margin:0}
header p,.own{margin:0;color:var(--text2)}
header .time{margin-left:auto;font-weight:500}
main{padding:16px 20px;max-width:1440px;margin:0 auto}
.own{margin:-8px 0 16px;font-size:12px;line-height:16px;color:var(--text3)}
.lines{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(300px,100%),1fr));gap:8px;margin-bottom:16px}
.line{display:flex;gap:8px;align-items:center;padding:10px 12px;background:var(--surface);border:1px solid var(--line);border-radius:8px}
.line svg{flex:none;width:16px;height:16px}
.line.bad{background:var(--warn);border-color:var(--warn);color:var(--onwarn);font-weight:500}
.line.alarm{background:var(--alarm);border-color:var(--alarm);color:var(--onalarm);font-weight:500}
ul{list-style:none;margin:0;padding:0}
.alarms{display:grid;gap:8px;margin-bottom:16px}
.alarms:empty{display:none}
.alarms li{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;padding:10px 12px;background:var(--surface);border:2px solid var(--alarm);border-radius:8px}
.pill{display:inline-flex;gap:4px;align-items:center;padding:0 6px;border-radius:4px;background:var(--alarm);color:var(--onalarm);font-size:12px;line-height:20px;font-weight:600}
.pill svg{width:12px;height:12px}
.alarms .since{margin-left:auto;color:var(--text2)}
.devices{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(340px,100%),1fr));gap:16px;align-items:start}
.device{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:12px 16px}
.device.off{background:repeating-linear-gradient(135deg,var(--surface) 0 7px,var(--hatch) 7px 9px)}
.device.wide{grid-column:1/-1}
.wide .groups{columns:260px;column-gap:24px}
.groups section{break-inside:avoid;padding-bottom:4px}
.wide .groups section{padding-bottom:12px}
.device.wide h3{margin-top:0}
.device h2{margin:0;font-size:16px;line-height:22px;font-weight:600}
.device .meta{display:flex;flex-wrap:wrap;gap:0 4px;align-items:center;margin:0 0 8px;font-size:12px;line-height:16px;color:var(--text3)}
.meta svg{width:12px;height:12px}
.device.off .value{color:var(--text3)}
.device h3{margin:8px 0 2px;font-size:12px;line-height:16px;font-weight:600;color:var(--text3)}
.sensor{display:flex;gap:8px;justify-content:space-between;align-items:baseline;padding:3px 0;border-top:1px solid var(--line)}
.sensor .name{color:var(--text2);overflow-wrap:anywhere}
.sensor .value{font-weight:600;text-align:right}
.sensor.alarm{background:var(--alarmtint);margin:0 -8px;padding:3px 8px;border-radius:4px}
.sensor.alarm .value{color:var(--alarmtext)}
footer{padding:8px 20px 24px;color:var(--text3);font-size:12px;max-width:1440px;margin:0 auto}
body.stale main{opacity:.55}
@media (max-width:600px){header,main,footer{padding-left:12px;padding-right:12px}header .time{margin-left:0;width:100%}.alarms .since{margin-left:0;width:100%}}
`;

const bell = '<path d="M8 1a5 5 0 0 0-5 5v4l-1.5 2.5h13L13 10V6a5 5 0 0 0-5-5zm-2 13a2 2 0 0 0 4 0z"/>';
const link =
  '<path d="M6.5 10.5 5 12a2.1 2.1 0 0 1-3-3l1.6-1.6M9.5 5.5 11 4a2.1 2.1 0 0 1 3 3l-1.600 1.600M5.500 3V1.500M3 5.500H1.500M10.500 13v1.500M13 10.500h1.500" fill="none" stroke="currentColor" stroke-width="1.500" stroke-linecap="round"/>';
const stack =
  '<path d="M1.5 4 8 1l6.5 3L8 7zM1.500 7.500 8 10.500l6.500-3v1.700L8 12.200 1.500 9.200zM1.500 11 8 14l6.500-3v1.700L8 15.700 1.500 12.700z"/>';
const tick = '<path d="M6.5 12.5 2 8l1.4-1.4 3.1 3.1 6.1-6.2L14 5z"/>';
const triangle = '<path d="M8 1 15.5 15H.5zM7 6v4h2V6zm0 5.5v2h2v-2z" fill-rule="evenodd"/>';

const script = `
const t=${JSON.stringify({ alarm: texts.alarm, stale: texts.stale })};
const icons=${JSON.stringify({ bell, link, stack, tick, triangle })};
const at=(id)=>document.getElementById(id);
const make=(tag,cls,text)=>{const e=document.createElement(tag);if(cls)e.className=cls;if(text!==undefined)e.textContent=text;return e};
const icon=(name)=>{const s=document.createElementNS('http://www.w3.org/2000/svg','svg');s.setAttribute('viewBox','0 0 16 16');s.setAttribute('fill','currentColor');s.setAttribute('aria-hidden','true');s.innerHTML=icons[name];return s};
const pill=()=>{const e=make('span','pill');e.append(icon('bell'),make('span','',t.alarm));return e};
const signs={alarm:'bell',bad:'triangle'};
const line=(id,kind,text,sign='tick')=>{const e=at(id);const cls='line '+kind;if(e.className===cls&&e.textContent===text)return;e.className=cls;e.replaceChildren(icon(signs[kind]??sign),make('span','',text))};
const shown={};
const list=(id,key,rows)=>{const text=JSON.stringify(key);if(shown[id]===text)return;shown[id]=text;at(id).replaceChildren(...rows())};
function draw(s){
document.body.classList.remove('stale');
document.title=(s.alarms.length?'('+s.alarms.length+') ':'')+s.title;
at('title').textContent=s.title;at('site').textContent=s.site;at('time').textContent=s.time;at('foot').textContent=s.foot;at('empty').textContent=s.empty;
line('portal',s.portal.isUp?'':'bad',s.portal.text);
line('queue',s.queue.isFull?'bad':'',s.queue.text,'stack');
line('count',s.alarms.length?'alarm':'',s.alarmsText);
list('alarms',s.alarms,()=>s.alarms.map((a)=>{const e=make('li');e.append(pill(),make('strong','',a.device+', '+a.sensor),make('span','',a.reading),make('span','since',a.since));return e}));
list('devices',s.devices,()=>s.devices.map(card));
}
function row(x){const r=make('div','sensor'+(x.isAlarm?' alarm':''));const v=make('span','value',x.reading);if(x.isAlarm){v.append(' ');v.append(pill())}r.append(make('span','name',x.name),v);return r}
function card(d){
const e=make('section','device'+(d.isOnline?'':' off')+(d.sensors.length>24?' wide':''));
const meta=make('p','meta');if(!d.isOnline)meta.append(icon('link'));meta.append(make('span','',d.last?d.state+' · '+d.last:d.state));
const groups=make('div','groups');let name,group;
for(const x of d.sensors){if(x.group!==name){name=x.group;group=make('section');group.append(make('h3','',name));groups.append(group)}group.append(row(x))}
e.append(make('h2','',d.title),meta,groups);return e}
async function load(){
try{const r=await fetch('/state.json',{cache:'no-store'});if(!r.ok)throw 0;draw(await r.json())}
catch{document.body.classList.add('stale');line('portal','bad',t.stale)}
setTimeout(load,1000)}
load();
`;

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Tocsin edge</title><style>${style}</style></head><body>
<a class="skip" href="#devices">${texts.skip}</a>
<header><h1 id="title">Tocsin edge</h1><p id="site"></p><p class="time" id="time"></p></header>
<main>
<div class="lines"><div id="count" class="line" role="status"></div><div id="portal" class="line" role="status"></div><div id="queue" class="line"></div></div>
<p class="own">${texts.own}</p>
<ul id="alarms" class="alarms"></ul><p id="empty"></p><div id="devices" class="devices" tabindex="-1"></div></main>
<footer id="foot"></footer><script>${script}</script></body></html>`;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/** The whole page: it loads nothing else but its state. */
export const pageHtml: string = html;
/** Hashes of its script and style for the Content-Security-Policy. */
export const pageHash = { script: hashOf(script), style: hashOf(style) };
